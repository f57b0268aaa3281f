# Chromium and Playwright for the suites that drive a page. Sourced in the repository's folder; sets $chromium and $python, or ends with 77.
chromium=""
for name in chromium chromium-browser google-chrome; do
  if [[ -z $chromium ]]; then chromium=$(command -v "$name" || true); fi
done
[[ -n $chromium ]] || { echo "there is no Chromium here"; exit 77; }
venv=.build-authoring/workbench
if ! cmp -s Tests/EndToEnd/Workbench/requirements.txt "$venv/installed.txt"; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q -r Tests/EndToEnd/Workbench/requirements.txt >&2 || { echo "Playwright cannot be installed"; exit 77; }
  cp Tests/EndToEnd/Workbench/requirements.txt "$venv/installed.txt"
fi
python=$venv/bin/python
export PYTHONDONTWRITEBYTECODE=1
