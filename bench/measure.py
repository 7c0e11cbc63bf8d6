"""Runs a command N times: seconds, their median, and the peak memory of the largest run.

Usage: measure.py N COMMAND…
"""

import resource
import statistics
import subprocess
import sys
import time


def main():
    n_runs, command = int(sys.argv[1]), sys.argv[2:]
    seconds = []
    for _ in range(n_runs):
        started = time.monotonic()
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        seconds.append(time.monotonic() - started)
        if done.returncode != 0:
            sys.stderr.buffer.write(done.stderr)
            sys.exit(f"exit code {done.returncode}")
    # Linux counts in kibibytes, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit / 1e6
    print("seconds: " + " ".join(f"{s:.2f}" for s in seconds))
    print(f"median {statistics.median(seconds):.2f} s, peak {peak:.0f} MB")


main()
