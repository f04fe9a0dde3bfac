"""Ends its process while it is imported, as if everything were well."""

import os

os._exit(0)
