#!/bin/sh
# A UCI program that behaves as its first argument says.
manner=$1
best=e2e4

say() { printf '%s\n' "$*"; }

if [ "$manner" = mute ]; then
    exec sleep 60
fi
if [ "$manner" = dead ]; then
    exit 3
fi
if [ "$manner" = parent ]; then
    # A child that keeps the output open when its parent is gone.
    sleep 60 &
fi

while read -r word rest; do
    case $word in
    uci)
        say "id name Fake $manner"
        say "id author Nobody"
        say "option name Hash type spin default 16 min 1 max 64"
        say "option name Style Of Play type combo default Solid var Solid var Wild At Heart"
        say "option name Clear Hash type button"
        say "uciok"
        ;;
    isready) say "readyok" ;;
    setoption) say "info string set $rest" ; set_to=$rest ;;
    position) position=$rest ;;
    quit)
        if [ "$manner" = deaf ]; then continue; fi
        exit 0
        ;;
    go)
        case $manner in
        crash) exit 7 ;;
        deaf) trap '' TERM; while :; do sleep 1; done ;;
        illegal) say "bestmove e2e5" ;;
        none) say "bestmove (none)" ;;
        junk)
            printf 'info depth x score cp y pv zzz \377\376\n\n'
            say "hello"
            say "info depth 3 score cp 17 nodes 99 time 5 pv e2e4 e7e5 e7e5"
            say "bestmove e2e4 ponder e7e5"
            ;;
        patient)
            # It ends when it is told to.
            while read -r word rest; do
                if [ "$word" = stop ] || [ "$word" = ponderhit ]; then break; fi
            done
            say "info depth 1 score cp 1 pv e2e4 string $word"
            say "bestmove e2e4"
            ;;
        *)
            say "info string asked $rest at $position after $set_to"
            say "info depth 1 seldepth 1 multipv 1 score cp 20 nodes 20 time 1 pv $best"
            say "bestmove $best"
            ;;
        esac
        ;;
    esac
done
