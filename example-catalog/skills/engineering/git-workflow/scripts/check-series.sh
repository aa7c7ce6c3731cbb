#!/usr/bin/env bash
# check-series.sh BASE: builds and tests every commit between BASE and HEAD.
set -euo pipefail
base=${1:-main}
start=$(git branch --show-current)
trap 'git checkout -q "$start"' EXIT
for commit in $(git rev-list --reverse "$base"..HEAD); do
  git checkout -q "$commit"
  if make test >/dev/null 2>&1; then
    echo "ok      $(git log -1 --format='%h %s')"
  else
    echo "broken  $(git log -1 --format='%h %s')"
  fi
done
