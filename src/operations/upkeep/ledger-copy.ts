// ledger copy: puts all contests of one ledger into another.
import { z } from 'zod';
import { byteCount, plural } from '../../domain/figures.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { needed } from '../../domain/settings/setting.ts';
import { code, note } from '../../views/document.ts';
import { operation } from '../operation.ts';
import { copyLedger } from './copy-ledger.ts';

const place = (value: string) =>
  needed(textRule, {
    value,
    help: "here, the folder of joust's home, or the address of a PostgreSQL database",
    flag: false,
    complete: 'folder',
  });

export const ledgerCopy = operation({
  name: 'ledger copy',
  group: 'setup',
  summary: 'copy all contests from one ledger into another, verified by hash',
  details:
    'FROM and TO are each: here (where your contests are on record now), the folder of a home of joust, or the address of a PostgreSQL database. A contest that TO has already stays as it is, so you can call this again. A contest that is being played is not copied. FROM keeps everything.',
  examples: ['joust ledger copy ~/.local/share/joust here', 'joust ledger copy here /backup/joust'],
  page: 'pool',
  effect: 'record',
  words: ['from', 'to'],
  input: z.strictObject({ from: place('FROM'), to: place('TO') }),
  output: z.object({
    v: z.literal(1),
    copied: z.array(z.string()).readonly(),
    known: z.array(z.string()).readonly().describe('contests that TO had already'),
    left: z.record(z.string(), z.string()).describe('contests that were not copied, and why'),
    bytes: z.int(),
  }),
  async run({ from, to }, { machine, home, signal }) {
    const { left, ...result } = await copyLedger({ from, to, machine, home, signal });
    return { v: 1 as const, ...result, left: Object.fromEntries(left) };
  },
  document: ({ copied, known, left, bytes }) => [
    code(...copied),
    note(
      ...Object.entries(left).map(([id, why]) => `${id} was not copied: ${why}.`),
      `${plural(copied.length, 'contest')} copied with ${byteCount(bytes)} of content${known.length === 0 ? '' : `; ${plural(known.length, 'contest')} had been there`}.`,
    ),
  ],
  exit: ({ left }) => (Object.keys(left).length === 0 ? 'ok' : 'nothingUsable'),
});
