"""Review of finished deals: the cost of each decision of a person, judged by the person's information at that moment."""
