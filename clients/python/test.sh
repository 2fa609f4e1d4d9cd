#!/usr/bin/env bash
# Checks the Python client and tests it against the built service of this repository. Arguments go to pytest.
# Everything it installs or caches stays in this folder, ignored by git.
set -euo pipefail
cd "$(dirname "$0")"

if ! cmp -s requirements.txt .venv/requirements.txt; then
  rm -rf .venv
  "${PYTHON:-python3}" -m venv .venv
  .venv/bin/pip install --quiet --disable-pip-version-check --no-cache-dir --requirement requirements.txt
  .venv/bin/pip install --quiet --disable-pip-version-check --no-cache-dir --no-deps --no-build-isolation --editable .
  cp requirements.txt .venv/requirements.txt
fi

.venv/bin/ruff format --check .
.venv/bin/ruff check .
.venv/bin/mypy
.venv/bin/pytest "$@"
