# Sourced: the OpenAPI document and the README, against a service that runs.

# The commands of the README for keeping a game print the documented output.
readme() {
    local story
    story=$(sed -n '/^## Keep a game/,/^## /s/^    //p' README.md)
    [ -n "$story" ] && diff <(grep -v '^\$ ' <<<"$story") <(sed -n 's/^\$ //p' <<<"$story" | sed "s|localhost:8080|$url|" | bash -e)
}

# Every operation of the served document against what it says, with requests that schemathesis makes up in these phases.
schemathesis() (
    token=$(sign_in "$url") TOKEN_TO_SIGN_OUT=$(sign_in "$url")
    export TOKEN_TO_SIGN_OUT
    cd tests/openapi && "$tools/bin/st" run "$url/openapi.json" --header "Authorization: Bearer $token" --checks all \
        --phases "$1" --max-examples 40 --seed 1 --generation-database none --request-timeout 20
)

# A game and a night that follow the links of the document from operation to operation.
links() { "$tools/bin/python" tests/openapi/links.py "$url" "$password"; }

# A league night, run by the document alone, and counted separately.
night_of_23() { "$tools/bin/python" tests/openapi/night_of_23.py "$url" "$password"; }

# Nights of $2 to $3 players, from the seed $1, on which everything goes wrong that can, with a separate count.
eventful_nights() { "$tools/bin/python" tests/openapi/eventful_nights.py "$url" "$password" "$@"; }

# Nights of $2 to $3 players, from the seed $1, whose requests come at once.
crowded_nights() { "$tools/bin/python" tests/postgres/crowded_nights.py "$url" "$password" "$@"; }

# Random money between nights, $2 steps from the seed $1, counted separately from the cash and from the CSV.
random_ledger() { "$tools/bin/python" tests/ledger/random_ledger.py "$url" "$password" "$@"; }
random_pots() { "$tools/bin/python" tests/ledger/random_pots.py "$url" "$password" "$@"; }

# A season of the kind $1 that is played at the service, written on paper, and imported at another that is empty.
season_on_paper() { beside_service "${unlimited[@]}" -- moved_season "$url" "$1"; }
moved_season() { "$tools/bin/python" tests/paper/season.py "$1" "$url" "$password" "$2"; }

# The figures of three seasons with the seed $1, counted a second time.
counted_figures() { "$tools/bin/python" tests/figures/season.py "$url" "$password" "$1"; }

# The messages to a receiver that checks them with the reference library of Standard Webhooks.
webhook_messages() { "$tools/bin/python" tests/openapi/webhooks.py "$url" "$password"; }

# The calendars of the nights, read by a library of calendars.
calendars() { "$tools/bin/python" tests/calendars/check.py "$url" "$password"; }

# A lint of a document, which may find no error and no warning.
lint_document() (
    cd tests/openapi && export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true || return
    node_modules/.bin/"$1" lint "$2" "${@:3}"
)
spectral() { lint_document spectral "$1" --ruleset spectral.yaml --fail-severity warn --display-only-failures; }
redocly() { lint_document redocly "$1" --config redocly.yaml; }

# The document, and a copy without a server, which both must refuse.
document_lints() {
    local document=$PWD/openapi/openapi.json broken=$PWD/target/broken-openapi.json lint
    "$tools/bin/python" -m openapi_spec_validator "$document" || return
    jq 'del(.servers)' "$document" >"$broken" || return
    for lint in spectral redocly; do
        "$lint" "$document" || return
        ! "$lint" "$broken" >/dev/null 2>&1 || { echo "$lint finds nothing wrong with a broken document" && return 1; }
    done
}
