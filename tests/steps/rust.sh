# Sourced: the steps with cargo. Every cargo test names the workspace: named by their package, the tests would be built again.

# The binary of the tests. It also stops at every overflow.
pegout=$PWD/target/debug/pegout

compile() { cargo test --workspace --no-run --locked && cargo test --workspace --test postgres --no-run --locked; }
formatting() { cargo fmt --all --check && (cd tests/fuzz && cargo fmt --check); }
# Most tests of two servers run in tests/long alone.
clippy() { cargo clippy --workspace --all-targets --test postgres --locked && cargo clippy -p pegout-engine --locked && cargo clippy -p pegout-league --locked && cargo clippy -p pegout-wasm --locked; }
documentation() { RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked; }
# The tests' own crates switch on features of the other crates. The service must compile without the features, too.
own_features() { cargo check -p pegout --locked; }
fuzz_targets() { CARGO_TARGET_DIR=target/fuzz cargo check --manifest-path tests/fuzz/Cargo.toml --locked; }

rust_lints() {
    step 'formatting' formatting
    step 'lints' clippy
    step 'documentation' documentation
    step 'features of the service alone' own_features
    step 'licences and sources of crates' licences
}

licences() {
    if command -v cargo-deny >/dev/null; then
        cargo deny --offline check licenses bans sources
    else
        echo 'left out: it takes cargo-deny, which takes minutes to install (cargo install --locked cargo-deny)'
        return "$left_out_status"
    fi
}

# Run more tests at once than there are processors: now and then a test waits for the disk, PostgreSQL or a limit of the
# service.
tests() { RUST_TEST_THREADS=$(($(nproc) * 2)) cargo test --locked --workspace "$@"; }

# Runs this with PEGOUT_TEST_POSTGRES, the superuser of a cluster of PostgreSQL that is gone afterwards.
with_postgres() (
    cluster=$(mktemp -d)
    trap 'tests/postgres/cluster stop "$cluster"; rm -r "$cluster"' EXIT
    PEGOUT_TEST_POSTGRES=$(tests/postgres/cluster start "$cluster") || exit
    export PEGOUT_TEST_POSTGRES
    # Its traps are its own.
    ("$@")
)

# The tests of HTTP with these names, or all tests without a name. The tests of SQLite's file, the tests without a database
# and the worked examples have run on SQLite.
http_on_postgresql() {
    local skipped=(--skip frozen:: --skip operations::demo:: --skip operations::power:: --skip contract::releases:: --skip contract::layers::
        --skip contract::examples:: --skip scoring::) module
    for module in archives damage damaged_backups damaged_rows database_files failing_calls foreign_databases marks old_pages \
        restores storage_failures; do
        skipped+=(--skip "database::$module::")
    done
    tests --test http -- "${skipped[@]}" "$@"
}

# One history, with its control, and one without `seen`.
history_of_two_servers() { tests --test postgres -- histories::checker histories::no_change histories::control; }

eventlog_on_postgresql() { tests --lib -- eventlog_tests:: "$@"; }
