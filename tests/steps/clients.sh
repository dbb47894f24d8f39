# Sourced: clients that are made of the document, and the examples of docs/examples that use them.

# Makes the clients of the document $1 in the folder $2; no generator may warn.
generate_clients() {
    rm -rf "$2" && mkdir -p "$2" || return
    "$tools/bin/openapi-python-client" generate --path "$1" --output-path "$2/pegout_client" \
        --meta none --config docs/examples/python/generator.yaml --fail-on-warning || return
    # It warns on the error output, where it says nothing otherwise, and goes on.
    local warnings
    warnings=$(docs/examples/typescript/node_modules/.bin/openapi-typescript "$1" --output "$2/api.d.ts" \
        --default-non-nullable false 2>&1 >/dev/null) && [ -z "$warnings" ] || { echo "$warnings" && return 1; }
}

# Every answer of the clients has a type; copies of the document with an untyped field or answer must be noticed.
typed_clients() {
    local clients=$PWD/target/clients change
    generate_clients openapi/openapi.json "$clients" || return
    "$tools/bin/python" tests/clients/typed.py "$clients/pegout_client" "$clients/api.d.ts" || return
    for change in '.components.schemas.Show.properties.total = {}' \
        '.paths["/api/v1/league"].get.responses["200"].content["application/json"].schema = {}'; do
        jq "$change" openapi/openapi.json >target/untyped-openapi.json || return
        generate_clients target/untyped-openapi.json "$clients/untyped" || return
        [ "$("$tools/bin/python" tests/clients/typed.py "$clients/untyped/pegout_client" "$clients/untyped/api.d.ts" |
            grep -cE '\.(py|ts):')" -ge 2 ] || { echo "unnoticed: $change" && return 1; }
    done
}

python_examples() {
    local clients=target/clients
    MYPYPATH=$clients "$tools/bin/mypy" --strict --follow-imports=silent --cache-dir target/mypy docs/examples/python || return
    PYTHONPATH=$clients "$tools/bin/python" docs/examples/python/game.py "$url" || return
    PYTHONPATH=$clients "$tools/bin/python" docs/examples/python/night.py "$url" "$password"
}

typescript_examples() (
    cd docs/examples/typescript && rm -rf generated && npm run --silent generate && npm run --silent build || return
    node generated/game.js "$url" && node generated/night.js "$url" "$password"
)

curl_examples() { docs/examples/curl/game.sh "$url" && docs/examples/curl/night.sh "$url" "$password"; }

examples() {
    local status=0 language
    for language in python typescript curl; do "${language}_examples" || status=1; done
    return "$status"
}
