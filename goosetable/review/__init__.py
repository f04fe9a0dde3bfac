"""Review of finished deals: the cost of each decision of a person, judged by the information that the person had."""
