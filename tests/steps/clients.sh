# Sourced: clients that are made of the document, and the examples of docs/examples that use them.

# Makes the clients of the document $1 in the folder $2; no generator may warn.
generate_clients() {
    rm -rf "$2" && mkdir -p "$2" || return
    "$tools/bin/openapi-python-client" generate --path "$1" --output-path "$2/pegout_client" \
        --meta none --config docs/examples/python/generator.yaml --fail-on-warning || return
    # The program warns on the error output, which is empty otherwise, and goes on.
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

# Clients of other languages. Their generator needs Java.
install_openapi_generator() {
    command -v java >/dev/null || apt_install default-jre-headless || return
    "$tools/bin/pip" install -q --disable-pip-version-check -r tests/clients/generator/requirements.txt
}

# Makes the client for the language $1 of the document $3 in the folder $2; further options follow. No file may replace a
# second file, and no operation may be lost.
generate_client() {
    local log=$2.log twice id apis
    rm -rf "$2" && mkdir -p "$2" || return
    "$tools/bin/openapi-generator-cli" generate --generator-name "$1" --output "$2" --input-spec "$3" "${@:4}" >"$log" 2>&1 ||
        { grep -E 'ERROR|Exception|error' "$log" | head -20; return 1; }
    twice=$(grep -o 'writing file .*' "$log" | tr '[:upper:]' '[:lower:]' | sort | uniq -d)
    [ -z "$twice" ] || { echo "$1: $twice" && return 1; }
    apis=$(find "$2" -type f \( -ipath '*/api/*' -o -ipath '*/apis/*' -o -name 'api_*.go' \) ! -ipath '*/docs/*' -exec cat {} + |
        tr -d '_' | tr '[:upper:]' '[:lower:]')
    for id in $(jq -r '.paths[][].operationId' "$3" | tr '[:upper:]' '[:lower:]'); do
        grep -q "\b$id\b" <<<"$apis" || { echo "$1 has no $id" && return 1; }
    done
}

# A document in an earlier form: the generator's client of it lacks the league.
loses_the_league() {
    jq '.webhooks[].post.tags = ["League"]' openapi/openapi.json >target/one-tag-openapi.json || return
    ! generate_client python target/generated/one-tag target/one-tag-openapi.json || { echo 'the loss was not noticed' && return 1; }
}

generated_python() {
    generate_client python target/generated/python openapi/openapi.json &&
        PYTHONPATH=target/generated/python "$tools/bin/python" tests/clients/generator/client.py "$url" "$password"
}

# Leave out the messages to receivers: this generator's script of them does not compile.
generated_typescript() {
    local folder=$PWD/target/generated/typescript
    jq 'del(.webhooks)' openapi/openapi.json >target/operations-openapi.json &&
        generate_client typescript-fetch "$folder/generated" "$PWD/target/operations-openapi.json" \
            --additional-properties importFileExtension=.js &&
        cp tests/clients/generator/{client.ts,tsconfig.json} "$folder" && echo '{"type": "module"}' >"$folder/package.json" || return
    ln -sfn "$PWD/docs/examples/typescript/node_modules" "$folder/node_modules" &&
        docs/examples/typescript/node_modules/.bin/tsc --project "$folder" &&
        node "$folder/built/client.js" "$url" "$password"
}

generated_rust() {
    generate_client rust target/generated/rust openapi/openapi.json || return
    printf '\n[workspace]\n' >>target/generated/rust/Cargo.toml
    CARGO_TARGET_DIR=target/generated/rust-target cargo check --quiet --manifest-path target/generated/rust/Cargo.toml
}

generated_go() {
    generate_client go target/generated/go openapi/openapi.json || return
    command -v go >/dev/null || { echo 'left out: no Go to compile it' && return "$left_out_status"; }
    (cd target/generated/go && go mod tidy && go build ./...)
}

generated_csharp() {
    generate_client csharp target/generated/csharp openapi/openapi.json || return
    command -v dotnet >/dev/null || { echo 'left out: no .NET to compile it' && return "$left_out_status"; }
    (cd target/generated/csharp && dotnet build --nologo src)
}
