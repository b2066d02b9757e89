// brief prune: deletes the files that joust wrote into the folders of old briefs.
import { z } from 'zod';
import { byteCount, plural } from '../../domain/figures.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { needed, setting } from '../../domain/settings/setting.ts';
import { operation } from '../../operations/operation.ts';
import { ageRule, agoOf } from '../../operations/spans.ts';
import { figureColumns, note } from '../../views/document.ts';
import { type PrunedBrief, pruneBriefs } from '../upkeep/prune-briefs.ts';
import { folderAt } from './brief-request.ts';

export const briefPrune = operation({
  name: 'brief prune',
  group: 'brief',
  summary: 'delete the files that joust wrote into the folders of old briefs; the record stays',
  details:
    'Without FOLDER it looks at this folder if it is a brief, else at the briefs right below it. It lists what it would delete and asks first. It deletes only files that the record can restore. It names the files that stay because you wrote or changed them. joust prune deletes contests from the record.',
  examples: [
    'joust brief prune --older-than 30d --dry-run',
    'joust brief prune 261115-landing-page --older-than 8w --keep-results',
  ],
  page: 'briefs',
  effect: 'destroy',
  words: ['folders'],
  input: z.strictObject({
    folders: setting(
      { ...textRule, type: 'list', repeated: true },
      { value: 'FOLDER', help: 'folders of briefs', flag: false, complete: 'folder', builtIn: [] },
    ),
    olderThan: needed(ageRule, {
      value: 'AGE',
      help: 'briefs without a new record since 12h, 30d, 8w (required)',
    }),
    keepResults: setting(
      { type: 'switch' },
      { help: 'keep leaderboard.md, summary.json and report.html', builtIn: false },
    ),
  }),
  output: z.strictObject({ briefs: z.array(z.custom<PrunedBrief>()) }),
  async prepare({ folders, olderThan, keepResults }, context) {
    const request = {
      folders: folders.map((folder) => folderAt(folder, context)),
      before: agoOf(olderThan, context.machine.now()),
      keepResults,
    };
    const pruned = async (dryRun: boolean) => ({
      briefs: [...(await pruneBriefs({ ...request, dryRun }, context))],
    });
    const would = await pruned(true);
    const isNothing = would.briefs.every(({ removed }) => removed.length === 0);
    return { would, question: isNothing ? undefined : 'Delete these files?', go: () => pruned(false) };
  },
  document: ({ briefs }, done) => {
    const gone = briefs.filter(({ removed }) => removed.length > 0);
    const summary = `${done ? 'Deleted' : 'Would delete'} ${prunedText(gone)}. The record keeps them: joust brief status --restore writes them again.`;
    return [
      {
        type: 'table',
        columns: figureColumns(['folder', 'last activity', 'files', 'size']),
        rows: gone.map(({ folder, lastActivity, removed, bytes }) => [
          folder,
          lastActivity?.slice(0, 16).replace('T', ' ') ?? '-',
          String(removed.length),
          byteCount(bytes),
        ]),
      },
      note(
        ...briefs.flatMap(({ folder, stays, kept }) => [
          stays === undefined ? undefined : `${folder} stays: ${stays}.`,
          ...kept.map(({ path, why }) => `${folder}/${path} stays: ${why}.`),
        ]),
        gone.length === 0 ? 'Nothing to delete.' : summary,
      ),
    ];
  },
});

/** `3 files of 1 brief: 4.2 kB`. */
function prunedText(gone: readonly PrunedBrief[]): string {
  const files = gone.reduce((sum, one) => sum + one.removed.length, 0);
  const bytes = gone.reduce((sum, one) => sum + one.bytes, 0);
  return `${plural(files, 'file')} of ${plural(gone.length, 'brief')}: ${byteCount(bytes)}`;
}
