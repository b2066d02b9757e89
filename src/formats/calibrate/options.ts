// What may be said of a calibration, and what goes on record of it: the pairs themselves, so that it can be told and played on
// whatever pairs joust brings by then.
import { z } from 'zod';
import { blobRefSchema } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { setting } from '../../domain/settings/setting.ts';
import {
  type CalibrationKind,
  calibrationPairs,
  calibrationVersion,
} from '../../judging/calibration/calibration-set.ts';
import { blindCaveats } from '../families.ts';
import type { SetUp } from '../format.ts';
import type { Scene } from '../scene.ts';

const kinds = ['code', 'reasoning', 'instruction', 'factual'] as const satisfies readonly CalibrationKind[];

export const request = z.strictObject({
  pairs: setting(
    { type: 'count', min: 1, max: 10_000 },
    { value: 'N', help: 'how many pairs, spread over kinds and decoys (default 20)', builtIn: 20 },
  ),
  kind: setting(
    { type: 'word', words: kinds },
    { value: 'KIND', help: 'only pairs about: code, reasoning, instruction (following it) or factual' },
  ),
});

export const options = z.strictObject({
  /** The pairs it may ask, as JSON. */
  set: blobRefSchema,
  version: z.string(),
  /** How many of them it asks. */
  pairs: z.int(),
});

export function setUp({ pairs: wanted, kind }: z.output<typeof request>, { roster }: Scene): SetUp {
  const pairs = calibrationPairs().filter((pair) => kind === undefined || pair.kind === kind);
  const count = Math.min(wanted, pairs.length);
  const about = kind === undefined ? '' : ` about ${kind}`;
  const names = roster.map(({ name }) => name);
  const twice = names.find((name) => name.includes('#'));
  if (twice !== undefined)
    throw new JoustError(`${twice} is the same judge as another that is named`, {
      code: 'usage',
      setting: 'contestant',
      hint: 'Name each judge once; every pair is shown to it in both orders anyway.',
    });
  return {
    prompt: `Calibration: ${count} pairs of answers${about}, of which one is known to be right.`,
    notes: [
      `${count} pairs with known answers, each in both orders: ${2 * count} calls for each judge.`,
      ...blindCaveats(roster),
    ],
    async prepare({ ledger }) {
      const set = await ledger.stage(JSON.stringify(pairs));
      return { options: { set: set.ref, version: calibrationVersion, pairs: count }, blobs: [set] };
    },
  };
}
