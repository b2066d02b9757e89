// For the crash sweep: dies at a named moment, as by kill -9, when JOUST_TEST_FAILPOINT names it.

const chosen = process.env['JOUST_TEST_FAILPOINT'];

export function failpoint(name: string): void {
  if (chosen !== undefined && chosen === name) process.kill(process.pid, 'SIGKILL');
}
