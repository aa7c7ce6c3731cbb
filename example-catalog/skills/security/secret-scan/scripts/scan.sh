#!/usr/bin/env bash
# scan.sh: names places that look like secrets, never their values.
set -euo pipefail
patterns='AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----|ghp_[A-Za-z0-9]{36}'
git grep -nIE "$patterns" -- . | sed -E 's/^([^:]+:[0-9]+):.*/\1/' || true
git log --all --format=%h -G "$patterns" -- .
