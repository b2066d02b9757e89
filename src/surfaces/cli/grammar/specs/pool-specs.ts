// The command that makes a host of the pool.
import { poolKinds } from '../../../../domain/settings/pool-kinds.ts';
import type { CommandSpec } from '../command.ts';

export const poolSpecs: readonly CommandSpec[] = [
  {
    name: 'worker',
    group: 'setup',
    summary: 'make this machine a host of the pool: it takes contests and plays them',
    usage: '[options]',
    details:
      'Needs a ledger in PostgreSQL (JOUST_LEDGER, or url under [ledger] in your config). Contests that are started with --pool are played by any host with their label; their agents, logins and keys are those of the host. Plays until it is interrupted: what it plays then is given back. Whoever may write to the database can have programs run here (docs/security.md).',
    words: { min: 0, max: 0 },
    options: {
      places: { type: 'string', value: 'N', help: 'how many contests at a time (default 4)' },
      labels: {
        type: 'string',
        value: 'NAME,...',
        help: 'takes contests with these labels (default: any; name any too to take both)',
      },
      accept: {
        type: 'string',
        value: 'KIND,...',
        help: `takes only contests of these kinds: ${poolKinds.join(', ')} (default: all)`,
      },
      drain: {
        type: 'boolean',
        help: 'the host that runs here takes nothing more and leaves when what it plays is over',
      },
      'until-empty': { type: 'boolean', help: 'leave when nothing is left to take' },
      'lost-after': {
        type: 'string',
        value: 'TIME',
        help: 'silence after which the others give this host up and play on what it played (default 15s)',
      },
    },
    examples: [
      'joust worker --places 8',
      'joust worker --labels gpu,any --accept read,race',
      'joust worker --drain',
    ],
    page: 'pool',
    load: async () => (await import('../../commands/pool/pool-commands.ts')).workerCommand,
  },
];
