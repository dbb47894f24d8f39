# Sourced: the page. Playwright's arguments are passed on.

page_lints() { (cd tests/browser && npm run --silent lint); }
page_types() { (cd tests/browser && npm run --silent types); }
page_modules() { (cd tests/browser && npm run --silent modules); }
browser() (
    # With this variable a missing browser fails a test. Without it, the tests of that browser are skipped.
    ! grep -q '^ID=debian' /etc/os-release || export PEGOUT_EVERY_BROWSER=1
    cd tests/browser && PEGOUT_BINARY=$pegout npm test --silent -- "$@"
)
