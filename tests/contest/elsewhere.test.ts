// Every format, opened for a pool and played by a host that has nothing of its folder but what travelled.
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { playElsewhere, playFolder } from './play-prefix.ts';
import { playedFormats } from './played-formats.ts';

/** A suite is a contest of contests: it is its cells that are played elsewhere. */
const formats = playedFormats.filter(({ name }) => !name.startsWith('suite'));

describe('every format', () => {
  it.each(formats)('$name is played to its end where its folder is not', async (format) => {
    using here = playFolder(format);
    const { state, outcome } = await playElsewhere(format, here);
    expect({ state, outcome }).not.toEqual({ state, outcome: 'nothing-usable' });
    expect(state).toBe('closed');
    expect(existsSync(here.folder)).toBe(false);
  });
});
