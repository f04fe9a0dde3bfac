"""The pages of rules, whose texts are files of the assets folder."""
