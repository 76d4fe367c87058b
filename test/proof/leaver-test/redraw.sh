#!/bin/sh
# Draws the sample of a leaver test again, by docs/leaver-test.md: redraw.sh POPULATION_CSV ANCHOR_HASH WORDS SIZE
set -eu
export LC_ALL=C
population_sha256=$(sha256sum < "$1" | cut -c1-64)
seed=$(printf 'svc-leaver-test-sample/v1\n%s\n%s\n%s\n' "$population_sha256" "$2" "$3" | sha256sum | cut -c1-64)
cut -d, -f1 "$1" | tail -n +2 | while read -r id; do
  printf '%s:%s' "$seed" "$id" | sha256sum | sed "s/-/$id/"
done | sort | head -n "$4" | sed 's/^.*  //'
