import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { addressesJudge } from '../blind/addresses-judge.ts';
import { type CalibrationPair, calibrationPairs, calibrationVersion } from './calibration-set.ts';

const pairs = calibrationPairs();
const kinds = ['code', 'reasoning', 'instruction', 'factual'] as const;
const ids = (of: readonly CalibrationPair[]) => of.map(({ id }) => id);
describe('the set', () => {
  it('is the one that its version names', () => {
    const hash = createHash('sha256');
    for (const kind of kinds) hash.update(readFileSync(new URL(`./pairs/${kind}.jsonl`, import.meta.url)));
    expect(calibrationVersion).toBe(hash.digest('hex').slice(0, 12));
  });

  it('is read once, and cannot be changed', () => {
    expect(calibrationPairs()).toBe(pairs);
    expect(Object.isFrozen(pairs)).toBe(true);
    expect(pairs.every(Object.isFrozen)).toBe(true);
  });

  it('names every pair by its kind and number', () => {
    expect(ids(pairs)).toEqual(
      kinds.flatMap((kind) =>
        ids(pairs.filter((pair) => pair.kind === kind)).map(
          (_, at) => `${kind}-${String(at + 1).padStart(3, '0')}`,
        ),
      ),
    );
    expect(new Set(pairs.map(({ task }) => task)).size).toBe(pairs.length);
  });
});

describe('texts', () => {
  it('name no vendor and no model', () => {
    const names =
      /\b(?:claude|anthropic|gpt|openai|gemini|google|llama|mistral|qwen|deepseek|grok|copilot|codex|joust|opus|sonnet|haiku)\b/i;
    expect(ids(pairs.filter(({ task, good, bad }) => names.test(`${task}\n${good}\n${bad}`)))).toEqual([]);
  });

  it('hold no characters that are not seen, unless they are meant for a judge', () => {
    const unseen = /[^\P{C}\n]/u;
    const seen = pairs.filter(
      ({ task, good, bad, decoys }) =>
        unseen.test(task + good) || (unseen.test(bad) && !decoys.includes('addresses-judge')),
    );
    expect(ids(seen)).toEqual([]);
  });

  it('speak to the judge only where that is the decoy', () => {
    const speaking = (text: string) => addressesJudge(text).some(({ strength }) => strength === 'strong');
    expect(
      ids(
        pairs.filter(
          ({ good, bad, decoys }) => speaking(good) || (speaking(bad) && !decoys.includes('addresses-judge')),
        ),
      ),
    ).toEqual([]);
  });
});

describe('proofs', () => {
  it('pass for the good answer and fail for the bad one', async () => {
    const wrong: string[] = [];
    for (const pair of pairs) {
      if (pair.proof === undefined) continue;
      const good = await proved(pair, pair.good);
      const bad = await proved(pair, pair.bad);
      if (good !== undefined) wrong.push(`${pair.id}: the good answer fails: ${good}`);
      if (bad === undefined) wrong.push(`${pair.id}: the bad answer passes`);
      if (pair.kind === 'code' && /^(?:Syntax|Reference)Error/.test(String(bad)))
        wrong.push(`${pair.id}: the proof does not run: ${bad}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** What the proof throws, if it does. Code is what stands in the answer's fence; of other answers there is the text. */
async function proved({ kind, proof }: CalibrationPair, answer: string): Promise<unknown> {
  const code = kind === 'code' ? (/```js\n([\s\S]*?)```/.exec(answer)?.[1] ?? 'throw new SyntaxError()') : '';
  const context = createContext({ ...tools, answer, final: /^Answer: (.*)$/m.exec(answer)?.[1] });
  try {
    await runInContext(`(async () => { ${code}\n${proof?.check} })()`, context, { timeout: 20_000 });
    return undefined;
  } catch (error) {
    return error ?? 'nothing';
  }
}

/** What proofs may use beside the language. */
const tools = {
  assert,
  setTimeout,
  setImmediate,
  structuredClone,
  URLSearchParams,
  TextEncoder,
  words: (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)),
  sentences: (text: string) => text.match(/[.!?]+(?=\s|$)/g)?.length ?? 0,
};
