"""What holds for all tests."""

from __future__ import annotations

import signal
import threading

# A shell that starts the tests in the background lets them ignore Ctrl-C, and so would all that they start.
if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
