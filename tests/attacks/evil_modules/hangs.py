"""Is never imported to its end."""

import time

while True:
    time.sleep(1000)
