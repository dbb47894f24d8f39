# Sourced by tests/run and tests/long: runs steps one after another or side by side, and keeps what became of each.

readonly left_out_status=77
# A line for each step: passed, failed or "left out", its seconds, its name.
record=$(mktemp)
lanes=()
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM

# Runs a step, whose command returns 77 if it cannot run on this machine.
step() {
    local name=$1 start=$SECONDS outcome=failed
    shift
    printf '\n=== %s\n' "$name"
    "$@"
    case $? in
    0) outcome=passed ;;
    "$left_out_status") outcome='left out' ;;
    esac
    printf -- '--- %s: %s (%s s)\n' "$name" "$outcome" $((SECONDS - start))
    note "$outcome" $((SECONDS - start)) "$name"
}

note() { printf '%s\t%s\t%s\n' "$@" >>"$record"; }

# Runs a function of steps in the background. `together` waits for it, and then prints its output.
beside() {
    local output
    output=$(mktemp)
    "$1" >"$output" 2>&1 &
    lanes+=("$! $1 $output")
}

together() {
    local lane process name output
    for lane in "${lanes[@]}"; do
        read -r process name output <<<"$lane"
        # Its steps note their failures. Without this line a lane that broke off would pass.
        wait "$process" || note failed 0 "$name"
        cat "$output" && rm "$output"
    done
    lanes=()
}

# Prints the failed steps and the steps left out; fails if a step failed.
summary() {
    printf '\n'
    sed -n -e 's/^\(failed\|left out\)\t[0-9]*\t/\1: /p' "$record"
    printf '%s passed, %s failed, %s left out, after %s s\n' \
        "$(grep -c '^passed' "$record")" "$(grep -c '^failed' "$record")" "$(grep -c '^left out' "$record")" "$SECONDS"
    ! grep -q '^failed' "$record"
}
