"""Read the journal of a site or a hall: is it whole, and what happened how often?

python inspect_a_journal.py STORE
"""

import json
import subprocess
import sys
from collections import Counter

store = sys.argv[1]
eyesdown = [sys.executable, "-m", "eyesdown", "journal"]
rows = subprocess.run([*eyesdown, "export", store], check=True, capture_output=True).stdout
happened: Counter[str] = Counter()
for line in rows.splitlines():
    row = json.loads(line)
    happened.update(event["type"] for event in row["events"])
for kind, times in happened.most_common(8):
    print(f"{times:6} {kind}")
whole = subprocess.run([*eyesdown, "verify", store], check=False, capture_output=True, text=True)
print("whole" if whole.returncode == 0 else "NOT whole", "-", *whole.stdout.splitlines()[-1:])
