// What may be said of an ask: whether contestants may write.
import { z } from 'zod';
import type { Tier } from '../../domain/contestant.ts';
import { setting } from '../../domain/settings/setting.ts';
import type { SetUp } from '../format.ts';

export const request = z.strictObject({
  write: setting(
    { type: 'switch' },
    { help: 'let the contestant change files here (one contestant, or with --in-place)' },
  ),
  yolo: setting(
    { type: 'switch' },
    { help: 'let the contestant do anything (one contestant, or with --in-place)' },
  ),
  inPlace: setting(
    { type: 'switch' },
    { help: 'several contestants may write in this folder at the same time' },
  ),
});

export function setUp({ write, yolo, inPlace }: z.output<typeof request>): SetUp {
  const asked: Tier = write === true ? 'write' : 'read';
  return { options: {}, tier: yolo === true ? 'full' : asked, inPlace: inPlace === true };
}
