# Sourced by the scripts beside it: finds Python, keeps .venv, installs the locked packages once.
# shellcheck shell=bash
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
python=$root/.venv/bin/python

# help_for USAGE ARGUMENT...: prints the usage, and ends, when help is asked for anywhere among the arguments.
help_for() {
    local argument usage=$1
    shift
    for argument in "$@"; do
        case $argument in -h | --help) printf '%s\n' "$usage"; exit 0 ;; esac
    done
}
# misused MESSAGE: ends a script that was called wrongly, before anything is set up.
misused() { printf '%s\n' "$1" "Try '$0 --help'." >&2; exit 2; }

say() { printf '%s\n' "$*" >&2; }
give_up() { printf '%s\n' "graphdesk: $1" "${@:2}" >&2; exit 1; }

# tended COMMAND...: runs it in a process group of its own, which Ctrl-C or a signal to this script ends at once and
# without its own words.
tended() {
    local child code=0
    set -m
    "$@" &
    child=$!
    set +m
    # shellcheck disable=SC2064 # the child of now
    trap "trap '' INT TERM HUP; end_group $child; interrupted" INT TERM HUP
    wait "$child" || code=$?
    trap - INT TERM HUP
    return "$code"
}
end_group() {
    kill -TERM -- "-$1" 2>/dev/null || :
    wait "$1" 2>/dev/null || :
}
interrupted() {
    say "graphdesk: Interrupted; start again to go on."
    exit 130
}

# Prints the first Python that starts (a version manager's stub may not), is 3.11 or newer and can make a venv.
find_python() {
    local name seen=
    for name in python3.13 python3.12 python3.11 python3 python; do
        command -v "$name" >/dev/null 2>&1 || continue
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue
        if "$name" -c 'import venv, ensurepip' >/dev/null 2>&1; then
            printf '%s\n' "$name"
            return
        fi
        seen=$name
    done
    [ -z "$seen" ] || give_up "$seen cannot make virtual environments." \
        "Install its venv package (on Debian and Ubuntu: apt-get install $seen-venv) and start again."
    give_up "Python 3.11 or newer is needed, and none was found as python3.13, python3.12, python3.11 or python3." \
        "Install one (on Debian and Ubuntu: apt-get install python3 python3-venv) and start again."
}

# Makes .venv unless a working one is there; a half-made one is made anew.
ensure_venv() {
    if "$python" -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then return; fi
    local base
    base=$(find_python) || exit 1
    say "Making .venv with $("$base" --version) ..."
    tended "$base" -m venv --clear "$root/.venv" 9>&- || give_up "The virtual environment could not be made (see above)."
}

# stamp LOCK: what an installation depends on. The folder is in it because scripts in .venv hold it.
stamp() { { cat "$root/deploy/requirements-build.lock" "$1" "$root/pyproject.toml"; printf '%s' "$root"; } | cksum; }

# Nothing is compiled in advance: of the packages only a part is ever imported, and that is compiled when it is.
pip_install() {
    tended "$python" -m pip install --quiet --disable-pip-version-check --no-input --no-compile "$@" 9>&- ||
        give_up "pip could not install the packages (see above)." \
            "Check the network and pip's index, then start again: what is done stays done."
}

# take_lock FILE: one set-up at a time (descriptor 9 holds it). Who waits says for whom, and since when that one works.
take_lock() {
    command -v flock >/dev/null 2>&1 || return 0
    exec 9>>"$1"
    if ! flock -n 9; then
        say "Waiting for another start that sets up .venv: $(cat "$1")"
        tended flock 9
    fi
    printf '%s\n' "process $$, since $(date '+%H:%M:%S')" >"$1"
}

# install NAME LOCK: the locked packages by hash, then graphdesk itself. The mark is written last, so that a run
# that was cut short is taken up again, and a finished one costs nothing.
install() {
    local mark=$root/.venv/graphdesk-$1 lock=$root/deploy/$2 now
    now=$(stamp "$lock")
    done_before() { [ -x "$python" ] && [ "$(cat "$mark" 2>/dev/null)" = "$now" ]; }
    if done_before; then return; fi
    take_lock "$root/.setup.lock"
    if ! done_before; then
        ensure_venv
        say "Installing the locked packages (once; a minute or two) ..."
        rm -f "$mark"
        pip_install --require-hashes -r "$root/deploy/requirements-build.lock"
        pip_install --require-hashes -r "$lock"
        pip_install --no-build-isolation --no-deps --editable "$root"
        printf '%s\n' "$now" >"$mark"
    fi
    exec 9>&-
}
