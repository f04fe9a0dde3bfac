"""Looking back at deals that are over: what each decision of a person cost, by what that person could know then."""
