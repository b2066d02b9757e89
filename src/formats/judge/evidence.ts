// What a cross-examination on record says about each entry: the questions, and where the answer is.
import type { BlobRef } from '../../domain/change.ts';
import type { JoustEvent } from '../../domain/event.ts';

interface Evidence {
  /** Whose entry was asked about. */
  readonly of: string;
  readonly questions: string;
  /** The questions, where a contestant asked them. */
  readonly asked?: BlobRef;
  readonly answer: BlobRef;
}

/** Empty where the record is none about this contest. */
export function evidenceOnRecord(events: readonly JoustEvent[], about: string): readonly Evidence[] {
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
