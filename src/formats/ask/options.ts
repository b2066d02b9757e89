// What may be said of an ask: whether contestants may write, and which answer it goes on from.
import { z } from 'zod';
import type { Tier } from '../../domain/contestant.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import type { Given, SetUp } from '../format.ts';

/** Made where the rules of its settings are not enough. */
export const request = () =>
  z.strictObject({
    write: setting(
      { type: 'switch' },
      { often: true, help: 'let the contestant change files here (one contestant, or with --in-place)' },
    ),
    yolo: setting(
      { type: 'switch' },
      { help: 'let the contestant do anything (one contestant, or with --in-place)' },
    ),
    inPlace: setting(
      { type: 'switch' },
      { help: 'several contestants may write in this folder at the same time' },
    ),
    replyTo: setting(textRule, {
      help: 'the contest and contestant whose answer it goes on from',
      flag: false,
    }),
  });

export const options = () =>
  z.strictObject({
    /** `ID NAME`: what was said there is part of the prompt. */
    replyTo: z.string().optional(),
  });

export function setUp({ write, yolo, inPlace, replyTo }: z.output<ReturnType<typeof request>>): SetUp {
  const asked: Tier = write === true ? 'write' : 'read';
  return {
    options: { ...(replyTo !== undefined && { replyTo }) },
    tier: yolo === true ? 'full' : asked,
    inPlace: inPlace === true,
  };
}

/** Told without a schema, in every start. */
export function isPlain(given: Given): boolean {
  return Object.entries(given).every(([name, value]) => name === 'replyTo' && typeof value === 'string');
}
