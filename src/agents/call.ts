// The program of joust's own child processes: calls over HTTP and ACP, scripted play, and ending a tree from outside.
import type { CallIo } from '../domain/process-plan.ts';
import { callIo } from '../process/spawn/call-io.ts';

const calls: Readonly<Record<string, () => Promise<(io: CallIo) => Promise<void>>>> = {
  acp: async () => (await import('./acp/call.ts')).callAcp,
  http: async () => (await import('./http/call.ts')).callHttp,
  scripted: async () => (await import('./scripted/scripted-play.ts')).playScript,
};

/** As Node says it of a program that waits for what never comes. */
const unsettledCode = 13;

async function run([name = '', argument = '']: readonly string[]): Promise<void> {
  if (name === 'end-tree') {
    // Run by the wrapper's watchdog, which has to see the end as well.
    const { endSpoolHere, spoolAt } = await import('../process/spawn/spool.ts');
    await endSpoolHere(spoolAt(argument), [process.ppid]);
    return;
  }
  const load = calls[name];
  if (load === undefined) throw new Error(`there is no call program "${name}"`);
  const [call, io] = await Promise.all([load(), callIo()]);
  await call(io);
}

process.exitCode = unsettledCode;
void run(process.argv.slice(2)).then(() => {
  if (process.exitCode === unsettledCode) process.exitCode = 0;
});
