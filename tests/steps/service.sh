# Sourced: the service of a step, with a database that is gone after it.

password=schemathesis

# The token of a coordinator of the service at $1.
sign_in() {
    "$tools/bin/python" -c 'import requests, sys
print(requests.post(sys.argv[1] + "/api/v1/session", json={"password": sys.argv[2]}).json()["token"])' "$1" "$password"
}

# Starts the service with these options, on `database` if that is set; sets `service`, `data` and `url`.
serve() {
    data=$(mktemp -d)
    PEGOUT_PASSWORD=$password PEGOUT_WEBHOOKS=${webhooks:-off} "$pegout" --listen 127.0.0.1:0 --database "${database:-$data/pegout.db}" "$@" \
        >"$data/output" 2>"$data/log" &
    service=$!
    trap 'kill "$service"' EXIT
    for _ in $(seq 600); do
        url=$(sed -n 's|^Pegout is open at \(.*\)/$|\1|p' "$data/output")
        [ -n "$url" ] && return
        sleep 0.1
    done
    cat "$data/log" && return 1
}

# Stops it; fails when it does not stop well.
stop() {
    trap - EXIT
    kill "$service" && wait "$service" || { cat "$data/log" && return 1; }
    rm -r "$data"
}

# Runs the command after -- beside a service that was started with the options before it. The command finds it at $url.
beside_service() (
    options=() status=0
    while [ "$1" != -- ]; do options+=("$1") && shift; done
    shift
    serve "${options[@]}" || exit
    "$@" || status=1
    stop && exit "$status"
)

# Runs it beside two servers on one database of PostgreSQL. The command finds both at $url, with a comma between them.
beside_two_servers() (
    database=$PEGOUT_TEST_POSTGRES options=() status=0
    while [ "$1" != -- ]; do options+=("$1") && shift; done
    shift
    serve "${options[@]}" || exit
    first=$service first_data=$data first_url=$url
    serve "${options[@]}" || exit
    url=$first_url,$url
    "$@" || status=1
    stop || status=1
    service=$first data=$first_data
    stop && exit "$status"
)

# As many requests as a test makes are no attack.
unlimited=(--wrong-tries 1000000 --writes 1000000 --writes-at-once 1000000)
