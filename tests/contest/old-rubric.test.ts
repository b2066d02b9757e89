// A judging by a rubric that was opened under version 2 of the format: wherever it was left, it is played to the end that
// joust came to then, with percentages as they were counted then.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { playOn, type Whole } from './play-prefix.ts';
import { playedFormats } from './played-formats.ts';

const fixture = new URL('../fixtures/records/judge-version-2.json', import.meta.url);
const format = playedFormats.find(({ name }) => name === 'judge, by a rubric');

it('keeps its percentages', async () => {
  if (format === undefined) throw new Error('that format is not played');
  const kept = JSON.parse(readFileSync(fixture, 'utf8'));
  const whole: Whole = {
    ...kept,
    records: new Map(kept.records),
    contents: kept.contents.map((text: string) => Buffer.from(text)),
    asked: [],
  };
  const count = whole.records.get(whole.contest)?.length ?? 0;
  for (const cut of [1, Math.floor(count / 2), count]) {
    const { cameTo, asked } = await playOn(format, whole, cut);
    expect(cameTo, `cut after ${cut} of ${count}`).toMatchObject(Object(whole.cameTo));
    if (cut === count) expect(asked).toEqual([]);
  }
}, 60_000);
