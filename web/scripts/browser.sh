#!/bin/sh
# Prints the browser for the end-to-end tests: what $CHROMIUM names, else Debian's, installed where that is possible, else
# the one that Playwright brings (an empty line). Fails, saying why, when there is none to be had.
set -eu
cd "$(dirname "$0")/.."

installed() {
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" && return 0
    done
    return 1
}

if [ -n "${CHROMIUM:-}" ]; then
    echo "$CHROMIUM"
elif installed; then
    :
elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null &&
    echo "installing Debian's chromium for the end-to-end tests" >&2 &&
    { apt-get install --quiet --yes --no-install-recommends chromium >&2 ||
        { apt-get update --quiet >&2 && apt-get install --quiet --yes --no-install-recommends chromium >&2; }; } &&
    installed; then
    :
elif echo "downloading Playwright's chromium for the end-to-end tests" >&2 && npx playwright install chromium >&2; then
    echo
else
    echo "there is no chromium, and none could be installed; name one in CHROMIUM" >&2
    exit 1
fi
