"""Connection to the screen reader of the system: it publishes the screen as an accessible tree, and performs the reader's
requests.
"""
