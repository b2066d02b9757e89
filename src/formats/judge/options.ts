// What may be said of a judging, and what goes on record of it.

import { z } from 'zod';
import { flagOf } from '../../config/text-layers.ts';
import type { Player } from '../../contest/play/player.ts';
import { type BlobRef, blobRefSchema } from '../../domain/change.ts';
import type { JoustEvent } from '../../domain/event.ts';
import { byteCount, plural, thousands } from '../../domain/figures.ts';
import { blame, JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { sheetCharacters } from '../../judging/panel/judge-sheet.ts';
import type { Given, Prepared, SetUp } from '../format.ts';
import type { RecordedEntry } from '../judges.ts';
import { materialFiles, stagedMaterial } from '../judging-material.ts';
import {
  judgeOptions,
  judgeSettings,
  judgingOf,
  paraphraserOf,
  paraphraseSetting,
  recordedEntries,
  rubricSaid,
  rubricSchema,
  rubricSetting,
  subjectOf,
} from '../judging-options.ts';
import type { MaterialFile, Scene } from '../scene.ts';

export const request = z.strictObject({
  ...judgeSettings,
  pairwise: setting({ type: 'switch' }, { help: 'every pair, which of the two is better (default)' }),
  ...rubricSetting,
  together: setting(
    { type: 'switch' },
    {
      help: 'with a rubric: one call for each judge, with all entries at once (default where they are folders)',
    },
  ),
  oneAtATime: setting(
    { type: 'switch' },
    { help: 'with a rubric: a call for each entry, for large ones (default where they are texts)' },
  ),
  strict: setting(
    { type: 'switch' },
    { help: 'with a rubric: a judge whose sheet is not exactly as asked for does not count' },
  ),
  judgeBrief: setting(
    { type: 'content' },
    { value: 'FILE', help: 'how to judge, in your words, for every judge', complete: 'file' },
  ),
  ...paraphraseSetting,
  evidence: setting(
    { ...textRule, type: 'list', repeated: true },
    { value: 'ID', help: 'a cross-examination whose answers count as part of the entries' },
  ),
});
type Request = z.output<typeof request>;

export const options = z.strictObject({
  ...judgeOptions,
  /** null: pairwise. */
  rubric: rubricSchema.nullable(),
  entries: recordedEntries,
  /** Who restates the entries first, to hide their style. */
  paraphraser: z.string().nullable(),
  /** What was asked and answered about them in a cross-examination. */
  evidence: z.array(z.strictObject({ of: z.string(), questions: z.string(), answer: blobRefSchema })),
  /** By a rubric: a judge sees all entries in one call, else each in one of its own. */
  together: z.boolean().default(false),
  /** By a rubric: what is not exactly as asked for counts for nothing. */
  strict: z.boolean().default(false),
  /** As the judged contest has it, for leaderboards. */
  tag: z.string().nullable().default(null),
  /** What judges get beside the entries. */
  material: z
    .strictObject({
      judgeBrief: z.string().optional(),
      files: materialFiles,
    })
    .default({ files: [] }),
});
export type JudgeOptions = z.output<typeof options>;

export async function setUp(said: Request, scene: Scene): Promise<SetUp> {
  refuseAtOdds(said);
  const { entries, opened } = subjectOf(scene);
  const { tag } = opened.options;
  const judging = await judgingOf(said, scene);
  const restates = paraphraserOf(said.paraphrase, judging.staff, scene);
  const { material } = scene;
  const chosen = {
    ...judging.options,
    rubric: said.rubric === undefined ? null : rubricSaid(said.rubric),
    entries,
    evidence: await evidenceOf(said.evidence ?? [], scene),
    paraphraser: restates.name,
    together: said.rubric !== undefined && said.oneAtATime !== true && (said.together ?? isFolders(entries)),
    strict: said.strict ?? false,
    tag: typeof tag === 'string' ? tag : null,
    material: { files: [], judgeBrief: said.judgeBrief?.text },
  };
  return {
    ...(material.length === 0
      ? { options: chosen }
      : { prepare: (player) => withMaterial(player, chosen, material) }),
    staff: restates.staff,
    notes: [...judging.notes, ...callNotes(chosen)],
  };
}

function refuseAtOdds({ pairwise, rubric, together, oneAtATime, strict }: Request): void {
  const two = (setting: string, words: string) =>
    new JoustError(words, { code: 'usage', setting, hint: 'Give one of them.' });
  if (pairwise === true && rubric !== undefined)
    throw two('pairwise', '--pairwise and --rubric are two ways of judging');
  if (together === true && oneAtATime === true)
    throw two('together', '--together and --one-at-a-time are two ways of scoring');
  const given = { together, oneAtATime, strict };
  const [idle] = Object.entries(given).find(([, isGiven]) => isGiven === true) ?? [];
  if (idle !== undefined && rubric === undefined)
    throw new JoustError(`${flagOf(idle)} is for scoring by a rubric, and there is none`, {
      code: 'usage',
      setting: idle,
      hint: 'Add --rubric FILE.',
    });
}

function isFolders(entries: readonly RecordedEntry[]): boolean {
  return entries.some(({ folder }) => folder !== undefined);
}

/** Files go on record with the contest: judges read them from there. */
async function withMaterial(
  player: Player,
  options: Given & { readonly material: object },
  material: readonly MaterialFile[],
): Promise<Prepared> {
  const { files, blobs } = await stagedMaterial(player, material);
  return { options: { ...options, material: { ...options.material, files } }, blobs };
}

interface Calls {
  readonly rubric: unknown;
  readonly judges: readonly unknown[];
  readonly entries: readonly RecordedEntry[];
  readonly together: boolean;
}

/** How many calls it will be, where entries are scored. */
function callNotes({ rubric, judges, entries, together }: Calls): readonly string[] {
  if (rubric === null) return [];
  const [panel, field] = [plural(judges.length, 'judge'), plural(entries.length, 'entry', 'entries')];
  const bytes = entries.reduce((sum, { answer, folder = [] }) => {
    return sum + (answer?.bytes ?? 0) + folder.reduce((all, { content }) => all + content.bytes, 0);
  }, 0);
  const isLarge = bytes > sheetCharacters * (together ? 1 : entries.length);
  return [
    together
      ? `${plural(judges.length, 'call')}: ${panel}, ${field} at once.`
      : `${plural(judges.length * entries.length, 'call')}: ${panel}, ${field} one at a time.`,
    ...(isLarge
      ? [
          `The entries hold ${byteCount(bytes)}: a judge without files of its own is shown at most ${thousands(sheetCharacters)} characters in one call${together ? '; --one-at-a-time shows more of each' : ''}.`,
        ]
      : []),
  ];
}

/** Questions and answers of cross-examinations of the same contest. */
async function evidenceOf(names: readonly string[], scene: Scene): Promise<JudgeOptions['evidence']> {
  const about = subjectOf(scene).id;
  const found: JudgeOptions['evidence'] = [];
  for (const name of names) {
    const { id, events } = await scene.recordOf(name).catch(blame('evidence'));
    const exchanges = evidenceOnRecord(events, about);
    if (exchanges.length === 0) {
      throw new JoustError(`contest ${id} is no cross-examination of ${about} with an answer in it`, {
        code: 'usage',
        setting: 'evidence',
        hint: `Make one with: joust cross-examine ${about}`,
      });
    }
    for (const { of, answer, asked, questions } of exchanges)
      found.push({ of, questions: asked === undefined ? questions : await scene.text(asked), answer });
  }
  return found;
}

interface Evidence {
  /** Whose entry was asked about. */
  readonly of: string;
  readonly questions: string;
  /** The questions, where a contestant asked them. */
  readonly asked?: BlobRef;
  readonly answer: BlobRef;
}

/** Empty where the record is none about this contest. */
function evidenceOnRecord(events: readonly JoustEvent[], about: string): readonly Evidence[] {
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened?.format !== 'cross-examine' || opened.about !== about) return [];
  const texts = new Map(
    events.flatMap((event) =>
      event.type === 'attempt.ended' && event.outcome === 'ok' && event.answer !== undefined
        ? [[event.key, event.answer] as const]
        : [],
    ),
  );
  const pairs = (opened.options['pairs'] ?? []) as readonly { by: string; of: string }[];
  const question = opened.options['question'];
  return pairs.flatMap(({ by, of }) => {
    const answer = texts.get(`answer/${by}/${of}`);
    const asked = texts.get(`question/${by}/${of}`);
    if (answer === undefined) return [];
    return [{ of, answer, questions: typeof question === 'string' ? question : '', asked }];
  });
}
