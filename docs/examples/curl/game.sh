#!/usr/bin/env bash
# A game to 121, watched live: begins it, pegs, takes a peg back, and reads what happened.
#
# It takes curl 7.82 or newer and jq, and no client is generated:
#
#     docs/examples/curl/game.sh http://localhost:8080
set -euo pipefail
games=${1:-http://localhost:8080}/api/v1/games
ask() { curl -s --fail-with-body "$@"; }
new_id() { cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen; }

# Counting stores nothing, and needs no token.
ask "${games%games}score/hand" --json '{"cards": ["8S", "7H", "7D", "AC"], "starter": "8D"}' | jq -r .call

# Whoever begins a game gets the token that keeps its score.
begun=$(ask "$games" --json '{"sides": [{"name": "Ann"}, {"name": "Bob"}]}')
game=$games/$(jq -r .game.id <<<"$begun")
token="Authorization: Bearer $(jq -r .scorer_token <<<"$begun")"

# The stream tells the whole game at every change.
watched=$(mktemp)
curl -sN "$game/live" >"$watched" &
watching=$!
trap 'kill $watching; rm "$watched"' EXIT

# The ids of pegs and deals are made here, so that each request could be sent again without harm.
peg() { ask -X PUT "$game/pegs/$1" -H "$token" --json "{\"side\": $2, \"points\": $3, \"for\": \"$4\"}"; }

# Bob pegs what Ann has counted, and takes it back.
mistake=$(new_id)
[ "$(peg "$mistake" 1 8 hand | jq '.sides[1].score')" = 8 ]
state=$(ask -X DELETE "$game/pegs/$mistake" -H "$token")
[ "$(jq '.sides[1].score' <<<"$state")" = 0 ]

is_playing() { [ "$(jq -r .status <<<"$state")" = playing ]; }

# Deal after deal: the hand of the pone, the hand of the dealer and the crib, until somebody is at 121.
while is_playing; do
    dealer=$(jq .crib <<<"$state")
    for next in "$((1 - dealer)) 8 hand" "$dealer 10 hand" "$dealer 4 crib"; do
        # shellcheck disable=SC2086 # the three words are three arguments
        is_playing && state=$(peg "$(new_id)" $next)
    done
    if is_playing; then
        state=$(ask -X PUT "$game/deals/$(($(jq .deal <<<"$state") + 1))" -H "$token" --json "{\"id\": \"$(new_id)\"}")
    fi
done
[ "$(jq '.sides[.winner].score' <<<"$state")" = 121 ]

ask "$game/history" | jq -r '[.events[] | if .kind == "pegged" then "\(.points) for the \(.for)" else .kind end] | join(", ")'
jq -r '[.sides[] | "\(.name) \(.score)"] | join(", ")' <<<"$state"
for _ in $(seq 50); do grep -q '"status":"finished"' "$watched" && exit; sleep 0.1; done
echo 'the end was not seen live' >&2 && exit 1
