#!/bin/sh
# Runs one attempt whether or not a player lives: claims the spool, runs the child with files as its streams,
# keeps deadline, silence and output limits, and records the end in a file.
# usage: sh wrapper.sh SPOOL PLAYER_PID DEADLINE_MS IDLE_MS CAP_BYTES NODE CALL_PROGRAM PROGRAM [ARG...]
set -u
umask 077
# The child's PATH may hold nothing; the wrapper's own few tools are where POSIX has them.
childs_path=${PATH-}
PATH=$childs_path:/usr/bin:/bin
spool=$1 player=$2 deadline=$3 idle=$4 cap=$5 node=$6 call=$7
shift 7

# Handlers, not ignores: an ignored signal would be inherited by the child. With a child in the foreground they
# run after it ended, so the wrapper outlives signals to the group.
trap : TERM INT HUP QUIT

# Prints the pid of the calling process, and where /proc does not tell the rest its start time; forks nothing on Linux. To read
# its start time there takes the shell a call for each letter.
identity() {
  for task in /proc/self/task/*; do :; done
  if [ -d "$task" ]; then
    echo "${task##*/}"
  else
    pid=$(exec sh -c 'echo "$PPID"')
    echo "$pid $(ps -o lstart= -p "$pid" | tr -s ' ' '_')"
  fi
}

watch_limits() {
  trap : TERM INT HUP QUIT
  trap '[ -z "$nap" ] || kill "$nap" 2>/dev/null; exit 0' USR1
  nap=
  # To start a program to sleep takes time that those who have just been started need: the player says when, and one that is gone
  # says it, too. Where there is no such file it is now.
  read -r _ <&9
  exec 9>&-
  left=$deadline quiet=0 last=-1 cause=timed-out pace=1000
  cd "$spool" || exit 0
  while [ "$left" -gt 0 ]; do
    step=$pace
    [ "$left" -lt "$step" ] && step=$left
    [ "$idle" -gt 0 ] && [ "$idle" -lt "$step" ] && step=$idle
    thousandths=$((step % 1000 + 1000))
    sleep "$((step / 1000)).${thousandths#1}" &
    nap=$!
    wait "$nap"
    nap=
    left=$((left - step))
    # What is no file any more would be waited for.
    set --
    # shellcheck disable=SC2046 # the fields are split on purpose
    [ -f stdout ] && [ -f stderr ] && set -- $(wc -c stdout stderr 2>/dev/null)
    set -- "$@" 0 0 0 0 0
    # Looks more often at one that writes fast enough to reach the cap soon.
    if [ $(($5 - last)) -gt $((cap / 16)) ]; then pace=250; else pace=2000; fi
    if [ "$5" -eq "$last" ]; then quiet=$((quiet + step)); else quiet=0 last=$5; fi
    if [ "$5" -gt "$cap" ]; then cause=output-cap; break; fi
    if [ "$idle" -gt 0 ] && [ "$quiet" -ge "$idle" ]; then cause=idle; break; fi
  done
  # Whoever gives a cause first is believed.
  (set -C && echo "$cause" >cause) 2>/dev/null
  "$node" "$call" end-tree "$spool"
}

record() {
  # What the attempt put there (a pipe, a link) is not written through.
  if [ -e "$spool/end" ] || [ -L "$spool/end" ]; then rm -rf "$spool/end"; fi
  # In one write, by the shell itself. On a full disk an end with nothing in it is one all the same, if a little later.
  echo "$code" >"$spool/end" || [ -f "$spool/end" ]
}

# Whoever finds the claim taken starts nothing.
set -C
identity 2>/dev/null >"$spool/claim" || exit 1
set +C
: >"$spool/stdout"
: >"$spool/stderr"
# The file by which a player and this wrapper tell each other (waiting-shells.ts), where there is one: once nobody has it any more
# the player knows that the wrapper is gone.
watch_limits </dev/null >/dev/null 2>&1 &
watchdog=$!

# Some write to /dev/stderr, too, which opens the file again: neither may overwrite the other.
(
  identity >"$spool/child"
  PATH=$childs_path
  exec "$@"
) <"$spool/stdin" >"$spool/stdout" 2>>"$spool/stderr" 9>&-
code=$?

kill -USR1 "$watchdog" 2>/dev/null
# Whoever ends the tree may take a tool of this for a part of it, and the attempt may take the file away: try until it
# is done, or the spool is gone.
tries=0 status=0
until record; do
  tries=$((tries + 1))
  if [ ! -d "$spool" ] || [ "$tries" -ge 100 ]; then
    status=1
    break
  fi
done

# The player ends what was left running. Where it is gone, nobody else would.
kill -0 "$player" 2>/dev/null || "$node" "$call" end-tree "$spool"
# Nothing but an end that was recorded, even where the attempt has taken it away since.
[ "$status" -ne 0 ] || echo recorded 2>/dev/null >&9
exit "$status"
