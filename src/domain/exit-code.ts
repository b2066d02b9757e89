// The exit codes of every joust command.

export const exitCode = {
  ok: 0,
  nothingUsable: 1,
  usage: 2,
  noClearWinner: 3,
  checkFailed: 4,
  timedOut: 124,
  interrupted: 130,
} as const;
