// Scripts that can be played, and what is said of those that cannot.
import { describe, expect, it } from 'vitest';
import type { CallIo } from '../../domain/process-plan.ts';
import { builtInScripts, checkedScript } from './script.ts';
import { playScript } from './scripted-play.ts';

const said = (data: unknown) => {
  try {
    return checkedScript(data);
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a script', () => {
  it('is one: those that come with joust, and every step with all it may say', () => {
    for (const script of Object.values(builtInScripts)) expect(checkedScript(script)).toBe(script);
    const steps = [
      { say: 'a', rate: 5 },
      { edit: 'a', content: '' },
      { usage: { inputTokens: 1 } },
      { usage: {} },
      { notice: 'a', kind: 'retry' },
      { fail: 'a', status: 429, retryAfterMs: -1, outcome: 'crashed' },
      { flood: 0.5 },
      { exit: 255 },
    ];
    expect(said({ rate: 1, model: 'm', usage: false, steps })).toMatchObject({ steps });
  });

  it.each([
    [null, /^it is not \{ steps: a list of steps, rate\?: a number above 0, model\?: a text/],
    [[], /^it is not/],
    [{ steps: {} }, /^it is not/],
    [{ steps: [], rate: 0 }, /^it is not/],
    [{ steps: [], speed: 1 }, /^it is not/],
    [{ steps: [null] }, /^steps\[0\] is none of say, think, judge/],
    [{ steps: [{ say: 'a' }, { constructor: 'a' }] }, /^steps\[1\] is none of/],
    [{ steps: [{ say: 1 }] }, /^steps\[0\] is not \{ say: a text, rate\?: a number above 0 \}$/],
    [{ steps: [{ say: 'a', loud: true }] }, /^steps\[0\] is not/],
    [{ steps: [{ edit: 'a' }] }, /content: a text/],
    [{ steps: [{ wait: -1 }] }, /a number from 0 on/],
    [{ steps: [{ exit: 256 }] }, /0 to 255/],
    [{ steps: [{ fail: 'a', outcome: 'lost' }] }, /outcome\?: one of ok, /],
    [{ steps: [{ usage: { inputTokens: 1.5 } }] }, /usage: \{ inputTokens\?: a whole number/],
  ])('is none: %j', (data, why) => {
    expect(said(data)).toMatch(why);
  });
});

describe('the dummy of a brief', () => {
  const written = async (player: string) => {
    const files: Record<string, string> = {};
    await playScript({
      input: JSON.stringify({ prompt: 'Do it.', script: 'dummy', player }),
      signal: new AbortController().signal,
      writeLine: () => undefined,
      wait: async () => undefined,
      writeFile: async (path: string, content: string) => {
        files[path] = content;
      },
    } as unknown as CallIo);
    return files['out/RESULT.md'] ?? '';
  };

  it('leaves the same each time, another thing than others, and never its name', async () => {
    const entries = await Promise.all(['dummy-one', 'dummy-two', 'third'].map(written));
    expect(await written('dummy-one')).toBe(entries[0]);
    expect(new Set(entries).size).toBe(3);
    expect(entries.join('')).not.toMatch(/dummy|third/);
  });
});
