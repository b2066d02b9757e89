// What may be said of a judging, and what goes on record of it.
import { z } from 'zod';
import { readRubric } from '../../config/rubric-file.ts';
import { type BlobRef, blobRefSchema } from '../../domain/change.ts';
import type { JoustEvent } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import type { SetUp } from '../format.ts';
import {
  judgeOptions,
  judgeSettings,
  judgingOf,
  paraphraserOf,
  paraphraseSetting,
  recordedEntries,
  rubricSchema,
  rubricSetting,
  subjectOf,
} from '../judging-options.ts';
import type { Scene } from '../scene.ts';

export const request = z.strictObject({
  ...judgeSettings,
  pairwise: setting({ type: 'switch' }, { help: 'every pair, which of the two is better (default)' }),
  ...rubricSetting,
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
});
export type JudgeOptions = z.output<typeof options>;

export async function setUp(said: Request, scene: Scene): Promise<SetUp> {
  if (said.pairwise === true && said.rubric !== undefined) {
    throw new JoustError('--pairwise and --rubric are two ways of judging', {
      code: 'usage',
      hint: 'Give one of them.',
    });
  }
  const { entries } = subjectOf(scene);
  const judging = judgingOf(said, scene);
  const restates = paraphraserOf(said.paraphrase, judging.staff, scene);
  return {
    options: {
      ...judging.options,
      rubric: said.rubric === undefined ? null : readRubric(said.rubric.text, said.rubric.name),
      entries,
      evidence: await evidenceOf(said.evidence ?? [], scene),
      paraphraser: restates.name,
    },
    staff: restates.staff,
    notes: judging.notes,
  };
}

/** Questions and answers of cross-examinations of the same contest. */
async function evidenceOf(names: readonly string[], scene: Scene): Promise<JudgeOptions['evidence']> {
  const about = subjectOf(scene).id;
  const found: JudgeOptions['evidence'] = [];
  for (const name of names) {
    const { id, events } = await scene.recordOf(name);
    const exchanges = evidenceOnRecord(events, about);
    if (exchanges.length === 0) {
      throw new JoustError(`contest ${id} is no cross-examination of ${about} with an answer in it`, {
        code: 'usage',
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
    return [{ of, answer, questions: typeof question === 'string' ? question : '', ...(asked && { asked }) }];
  });
}
