"""Plain English: numbers and seats in sentences, and texts from outside made fit to be shown."""
