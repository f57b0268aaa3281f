#!/usr/bin/env bash
# Retry policies that Airflow's task runner and errctl decide by: check.sh ERRCTL [FILE…]
set -euo pipefail
AIRFLOW_HOME=$(mktemp -d)
export AIRFLOW_HOME AIRFLOW__LOGGING__LOGGING_LEVEL=CRITICAL
files=("${@:2}")
((${#files[@]})) || files=(policies.py)
"$(dirname "$0")/../beside.sh" Airflow "$1" "${files[@]}" || status=$?
rm -rf "$AIRFLOW_HOME"
exit "${status:-0}"
