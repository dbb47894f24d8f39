# Sourced: installs the needs of the tests on a Debian or Ubuntu machine with Rust and Node.

tools=$PWD/target/test-tools

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get "$@"; }
apt_install() { apt install -qq -y --no-install-recommends "$@"; }

# Ubuntu's own packages of browsers are snaps, so there Playwright brings Chromium, and nothing is tested in Firefox and WebKit.
install_browsers() {
    if grep -q '^ID=debian' /etc/os-release; then
        # Install also over older browsers, since some tests need newer features. Without a network, the installed browsers
        # must do.
        { apt_install firefox-esr webkit2gtk-driver xvfb chromium-headless-shell || apt_install firefox-esr webkit2gtk-driver xvfb chromium; } ||
            { { command -v chromium-headless-shell || command -v chromium; } &&
                command -v firefox-esr && command -v WebKitWebDriver && command -v Xvfb; } >/dev/null
    elif ! command -v chromium >/dev/null; then
        (cd tests/browser && npx playwright install --with-deps chromium)
    fi
}

# The families of letters of tests/browser/support/browser/fonts.js.
install_fonts() {
    local fonts=(fonts-dejavu-core fonts-noto-core)
    dpkg -s "${fonts[@]}" &>/dev/null || apt_install "${fonts[@]}"
}

# Debian's compiler with the library of WebAssembly. Other systems have no such package.
install_wasm_compiler() {
    ! grep -q '^ID=debian' /etc/os-release || apt_install rustc-web libstd-rust-web-dev rust-web-src lld-22 libllvm22
}

install_python_tools() {
    python3 -c 'import ensurepip' 2>/dev/null || apt_install python3-venv || return
    python3 -m venv "$tools" && "$tools/bin/pip" install -q --disable-pip-version-check -r tests/openapi/requirements.txt \
        -r docs/examples/python/requirements.txt -r tests/deploy/requirements.txt -r tests/calendars/requirements.txt
}

install_node_tools() {
    local folder
    for folder in docs/examples/typescript tests/openapi tests/browser; do
        (cd "$folder" && npm ci --no-audit --no-fund) || return
    done
}

# Renews the lists of packages, and installs c++, which the compiler needs.
install_compiler() {
    apt -qq update || echo 'The lists of packages could not be renewed; what is installed must do.'
    command -v c++ >/dev/null || apt_install g++
}

install_tools() {
    command -v jq >/dev/null && command -v curl >/dev/null || apt_install jq curl || return
    tests/postgres/cluster install && install_python_tools && install_node_tools && install_browsers && install_fonts
}

installing() { step 'install what the tests need' install_tools; }
