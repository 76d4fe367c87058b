#!/bin/sh
# Draws the sample of a leaver test with common tools alone, by docs/leaver-test.md:
#   redraw.sh POPULATION.csv ANCHOR_HASH SIZE [WORDS]
# Prints the seed, then a line for each leaver: ticket, leaver_id.
set -eu
LC_ALL=C
export LC_ALL
population_sha256=$(sha256sum "$1" | cut -c 1-64)
seed=$(printf 'svc-leaver-test-sample/v1\n%s\n%s\n%s\n' "$population_sha256" "$2" "${4-}" | sha256sum | cut -c 1-64)
printf 'seed %s\n' "$seed"
cut -d , -f 1 "$1" | tail -n +2 | while read -r id; do
  ticket=$(printf '%s:%s' "$seed" "$id" | sha256sum | cut -c 1-64)
  printf '%s %s\n' "$ticket" "$id"
done | sort | head -n "$3"
