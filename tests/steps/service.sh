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

# Stops the service; fails if it does not stop well.
stop() {
    trap - EXIT
    kill "$service" && wait "$service" || { cat "$data/log" && return 1; }
    rm -r "$data"
}

# Starts a service with the options before --, and runs the command after --. The command finds the service at $url.
beside_service() (
    options=() status=0
    while [ "$1" != -- ]; do options+=("$1") && shift; done
    shift
    serve "${options[@]}" || exit
    "$@" || status=1
    stop && exit "$status"
)

# Does the same with two servers on one database of PostgreSQL. The command finds their addresses at $url, with a comma
# between.
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

# The limits must not take the many requests of a test for an attack.
unlimited=(--wrong-tries 1000000 --writes 1000000 --writes-at-once 1000000)
