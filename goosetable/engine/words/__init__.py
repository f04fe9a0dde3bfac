"""English texts: numbers and seats in sentences, and the cleaning of texts from outside."""
