// joust serve: contests in a browser, from this machine or, where that is said, from a network.
import { resolve } from 'node:path';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { joustHome } from '../../../../process/machine.ts';
import { visible } from '../../../../views/visible.ts';
import type { RunningServer, ServeRequest } from '../../../http/server.ts';
import { announceServing, clearLeads, openPage, serveToken, whoServes } from '../../../http/serving.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag, text } from '../../grammar/command.ts';

/** The first is part of where a browser keeps the token: it stays the same where it can. */
const usualPorts = Array.from({ length: 10 }, (_, at) => 4733 + at);

export const serveCommand: CommandProgram = async (input, cli) => {
  const { machine, stderr, signal } = cli;
  const exposure = exposureOf(input, cli);
  const ports = portsOf(input);
  const home = joustHome(machine);
  const renew = flag(input, 'new-token');
  const other = whoServes(home);
  if (other !== undefined) {
    if (renew)
      throw new JoustError(`process ${other.pid} serves with the old token`, {
        code: 'busy',
        hint: 'End it first (Ctrl-C there), then say joust serve --new-token again.',
      });
    return await tell(other.url, { token: serveToken(home, machine), input, cli, already: other.pid });
  }
  const token = serveToken(home, machine, { renew });
  // Loaded here: no other command needs a server.
  const { startServer } = await import('../../../http/server.ts');
  const report = (error: unknown) =>
    stderr.write(`${visible(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`);
  await using server: RunningServer = await startServer({ ...exposure, machine, home, token, ports, report });
  using _announced = announceServing(home, server.url);
  using _leads = clearLeads(home);
  if (exposure.address !== undefined || exposure.proxied !== undefined) stderr.write(warning);
  if (exposure.proxied !== undefined) stderr.write(`It listens on ${server.listens} for the proxy.\n`);
  await tell(server.url, { token, input, cli });
  if (!signal.aborted)
    await new Promise<void>((over) => signal.addEventListener('abort', () => over(), { once: true }));
  return exitCode.ok;
};

const warning = `Whoever has this address with its token can do from the network what you can do with joust here: start
agents that run programs as you, read and change files they reach, read every contest, and spend your money.
Give it to nobody else; joust serve --new-token takes it back.
`;

interface Told {
  readonly token: string;
  readonly input: CommandInput;
  readonly cli: CliWorld;
  /** The process that serves already. */
  readonly already?: number;
}

async function tell(url: string, { token, input, cli, already }: Told): Promise<number> {
  const address = `${url}/#token=${token}`;
  if (already !== undefined) cli.stderr.write(`joust is served already, by process ${already}:\n`);
  cli.stdout.write(`${address}\n`);
  const { machine } = cli;
  if (flag(input, 'open') && !(await openPage(url, { token, home: joustHome(machine), machine })))
    cli.stderr.write('No browser could be opened; open the address yourself.\n');
  return exitCode.ok;
}

function portsOf(input: CommandInput): readonly number[] {
  const said = text(input, 'port');
  if (said === undefined) return usualPorts;
  if (/^\d{1,5}$/.test(said) && Number(said) < 65_536) return [Number(said)];
  throw new JoustError(`--port ${said} is no port`, {
    code: 'usage',
    hint: 'Write a number from 0 to 65535; 0 takes any that is free.',
  });
}

/** Beyond this machine only under TLS, its own or a proxy's, and only where that is said. */
function exposureOf(
  input: CommandInput,
  { machine }: CliWorld,
): Pick<ServeRequest, 'address' | 'tls' | 'proxied'> {
  const [address, cert, key] = ['remote', 'tls-cert', 'tls-key'].map((name) => text(input, name));
  const proxied = originOf(text(input, 'behind-proxy'));
  if ((cert === undefined) !== (key === undefined))
    throw new JoustError('--tls-cert and --tls-key go together', { code: 'usage' });
  if (address !== undefined && cert === undefined && proxied === undefined)
    throw new JoustError('--remote needs TLS: the token would travel in clear', {
      code: 'usage',
      hint: 'Add --tls-cert FILE and --tls-key FILE, or --behind-proxy https://NAME where a proxy has them.',
    });
  return {
    address,
    tls:
      cert !== undefined && key !== undefined
        ? { cert: resolve(machine.cwd, cert), key: resolve(machine.cwd, key) }
        : undefined,
    proxied,
  };
}

function originOf(said: string | undefined): string | undefined {
  if (said === undefined) return undefined;
  const url = URL.canParse(said) ? new URL(said) : undefined;
  if (url?.protocol === 'https:' && url.pathname === '/' && url.search === '') return url.origin;
  throw new JoustError(`--behind-proxy ${said} is not the address of a proxy`, {
    code: 'usage',
    hint: 'Write what browsers open, such as https://joust.example.org; the proxy passes its Host on.',
  });
}
