// brief diff: what each contestant changed between two rounds.
import { z } from 'zod';
import { needed } from '../../domain/settings/setting.ts';
import { operation } from '../../operations/operation.ts';
import { type Block, heading, note, text } from '../../views/document.ts';
import { diffStat } from '../../views/render/diff-text.ts';
import type { RoundsDiffJson } from '../../views/wire/brief-json.ts';
import { diffRounds } from '../upkeep/diff-rounds.ts';
import { briefFolder, folderAt, onlyContestants } from './brief-request.ts';

const round = { type: 'count', min: 0, max: 999_999 } as const;

export const briefDiff = operation({
  name: 'brief diff',
  group: 'brief',
  summary: 'show what each contestant changed between two rounds',
  details:
    'It reads the record, not the folders. A contestant that skipped a round appears with its work of the round before. FOLDER may also come last.',
  examples: ['joust brief diff 1 2', 'joust brief diff 261115-landing-page 1 3 -c claude'],
  page: 'briefs',
  effect: 'read',
  words: ['folder', 'from', 'to'],
  input: z.strictObject({
    folder: briefFolder,
    from: needed(round, { value: 'N', help: 'the earlier round; 0 is before the first', flag: false }),
    to: needed(round, { value: 'M', help: 'the later round', flag: false }),
    contestant: onlyContestants,
  }),
  output: z.strictObject({
    v: z.literal(1),
    from: z.int(),
    to: z.int(),
    contestants: z
      .array(
        z.strictObject({
          contestant: z.string(),
          between: z
            .tuple([z.int().nullable(), z.int().nullable()])
            .readonly()
            .describe('the rounds of its work; null: it had no entry yet'),
          files: z.custom<RoundsDiffJson['contestants'][number]['files']>().describe('the changed files'),
          patch: z.string(),
        }),
      )
      .readonly(),
  }),
  async run({ folder, from, to, contestant: names = [] }, context) {
    return {
      v: 1 as const,
      ...(await diffRounds({ folder: folderAt(folder, context), from, to, names }, context)),
    };
  },
  document: ({ from, to, contestants }) => [
    ...contestants.flatMap(changesOf),
    note(isUnchanged({ contestants }) ? `Nothing changed between round ${from} and round ${to}.` : undefined),
  ],
});

export function isUnchanged({ contestants }: Pick<RoundsDiffJson, 'contestants'>): boolean {
  return contestants.every(({ files }) => files.length === 0);
}

function changesOf({
  contestant,
  between,
  files,
  patch,
}: RoundsDiffJson['contestants'][number]): readonly Block[] {
  const [from, to] = between.map((one) => (one === null ? 'nothing yet' : `round ${one}`));
  const title = `${contestant}: ${from === to ? `${from} all along` : `${from}, then ${to}`}`;
  if (files.length === 0) return [heading(title)];
  return [
    heading(title),
    text(...diffStat(files)),
    { type: 'diff', patch, title: `Changes by ${contestant}` },
  ];
}
