#!/usr/bin/env bash
# Retry policies that Airflow's task runner and errctl decide by: check.sh ERRCTL
set -euo pipefail
AIRFLOW_HOME=$(mktemp -d)
export AIRFLOW_HOME AIRFLOW__LOGGING__LOGGING_LEVEL=CRITICAL
"$(dirname "$0")/../beside.sh" Airflow "$1" policies.py || status=$?
rm -rf "$AIRFLOW_HOME"
exit "${status:-0}"
