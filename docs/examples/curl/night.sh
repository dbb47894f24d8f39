#!/usr/bin/env bash
# A night of eight players and two rounds: signs in, checks everybody in, draws, enters results, finishes, and reads the
# standings and the money.
#
# It takes curl 7.82 or newer, jq, and the coordinator's password; no client is generated:
#
#     docs/examples/curl/night.sh http://localhost:8080 PASSWORD
#
# Each run adds its eight players anew: it is for a database to try things with.
set -euo pipefail
[ $# = 2 ] || { echo 'Two arguments are needed: the address of the service, and the password of the coordinator.' >&2 && exit 2; }
api=$1/api/v1

# Prints the answer. Where the request is refused, prints the problem's sentence for people instead, and fails.
ask() {
    local answer
    answer=$(curl -sS --fail-with-body "$@") || { jq -r '.detail // .title' <<<"$answer" >&2 && return 1; }
    printf '%s\n' "$answer"
}

token="Authorization: Bearer $(ask "$api/session" --json "$(jq -n --arg password "$2" '{$password}')" | jq -r .token)"

# With an id of the client's own a POST may be sent again.
new_id() { cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen; }
night=$api/nights/$(ask "$api/nights" -H "$token" \
    --json "{\"id\": \"$(new_id)\", \"date\": \"$(date +%F)\", \"games_per_night\": 2}" | jq -r .id)
for name in Ann Bob Cy Di Eve Fay Gil Hal; do
    player=$(ask "$api/players" -H "$token" --json "{\"id\": \"$(new_id)\", \"name\": \"$name\"}" | jq -r .id)
    ask -X PUT "$night/entries/$player" -H "$token" --json '{"paid": true}' >/dev/null
done
[ "$(ask "$night" | jq '.entries | length')" = 8 ]

for number in 1 2; do
    drawn=$(ask "$night/rounds" -H "$token" --json "{\"number\": $number}")
    jq -r '.rounds[-1] | "Round \(.number), " as $round | .tables[] | "\($round)table \(.number): " +
        ([.sides[] | [.players[].name] | join(" and ")] | join(" against "))' <<<"$drawn"
    for game in $(jq -r '.rounds[-1].tables[].game_id' <<<"$drawn"); do
        ask -X PUT "$api/games/$game/result" -H "$token" --json '{"scores": [121, 97]}' | jq -e '.winner == 0' >/dev/null
    done
done

[ "$(ask -X POST "$night/finish" -H "$token" | jq -r .status)" = finished ]
standings=$(ask "$night/standings" -H "$token")
[ "$(jq '.rows | length' <<<"$standings")" = 8 ]
jq -r '.rows[] | "\(.place). \(.name): \(.lines | map(tostring) | join(", ")), in all \(.total)"' <<<"$standings"
ask "$night/money" -H "$token" | jq -er '([.prizes[].amount] | add // 0) as $prizes
    | if .fifty_fifty + .supplies + $prizes + .activities == .fees then . else error("cents are missing") end
    | "Fees \(.fees) cents, prizes \($prizes), activities \(.activities)"'
