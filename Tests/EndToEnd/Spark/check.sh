#!/usr/bin/env bash
# The Python package on Spark, beside a replay by one process, and the notebook: check.sh ERRCTL LIBRARY
set -euo pipefail
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1
errctl=$(realpath "$1") library=$(realpath "$2")
cd "$(dirname "$0")/../../.."
command -v java >/dev/null || { echo "Spark needs a Java runtime: apt-get install openjdk-17-jre-headless"; exit 77; }
folder=Tests/EndToEnd/Spark
venv=$PWD/.build-authoring/spark
if ! cmp -s "$folder/requirements.txt" "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r "$folder/requirements.txt" >&2 || { echo "$(<"$folder/requirements.txt") cannot be installed"; exit 77; }
  cp "$folder/requirements.txt" "$venv/installed.txt"
fi
export ERRCTL_PROGRAM=$errctl ERRCTL_LIBRARY=$library PYTHONPATH=$PWD/Python PYSPARK_PYTHON=$venv/bin/python SPARK_LOCAL_IP=127.0.0.1
# What the JVM and its loggers say is shown where something fails.
log=$(mktemp); trap 'rm -f "$log"' EXIT
for kind in LOCAL CLUSTER; do
  "$venv/bin/python" "$folder/jobs.py" $kind >"$log" 2>&1 || { cut -c1-400 "$log"; exit 1; }
  echo "$kind: $(grep -E '^Ran' "$log")"
done
"$venv/bin/python" "$folder/notebook.py" docs/notebooks/from-logs-to-a-page.ipynb 2>"$log" || { cut -c1-400 "$log"; exit 1; }
