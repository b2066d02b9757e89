import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { addressesJudge } from '../blind/addresses-judge.ts';
import { scrub } from '../blind/scrub.ts';
import { type CalibrationPair, calibrationPairs, calibrationVersion } from './calibration-set.ts';

const pairs = calibrationPairs();
const kinds = ['code', 'reasoning', 'instruction', 'factual'] as const;
const contents = kinds.map((kind) => readFileSync(new URL(`./pairs/${kind}.jsonl`, import.meta.url)));
const plain = pairs.filter(({ decoys }) => decoys.length === 0);
const ids = (of: readonly CalibrationPair[]) => of.map(({ id }) => id);
const share = (holds: (pair: CalibrationPair) => boolean) => pairs.filter(holds).length / pairs.length;
/** Headings, lists, tables, quotes and bold words; code does not count. */
const marks = (text: string) =>
  text.replace(/```[\s\S]*?```/g, '').match(/^(?:#+ |\s*[-*] |\s*\d+\. |\||> )|\*\*/gm)?.length ?? 0;

describe('the set', () => {
  it('is the one that its version names', () => {
    const hash = createHash('sha256').update(Buffer.concat(contents)).digest('hex');
    expect(calibrationVersion).toBe(hash.slice(0, 12));
  });

  it('is read once, and cannot be changed', () => {
    expect(calibrationPairs()).toBe(pairs);
    expect(Object.isFrozen(pairs)).toBe(true);
    expect(pairs.every(Object.isFrozen)).toBe(true);
  });

  it('names every pair by its kind and number, and brings the kinds by turns', () => {
    for (const kind of kinds) {
      const named = ids(pairs.filter((pair) => pair.kind === kind));
      expect(named).toEqual(named.map((_, at) => `${kind}-${String(at + 1).padStart(3, '0')}`));
    }
    expect(pairs.slice(0, 5).map(({ kind }) => kind)).toEqual([...kinds, 'code']);
    expect(new Set(pairs.map(({ task }) => task)).size).toBe(pairs.length);
  });

  it('is large enough, of all kinds and levels', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(128);
    for (const kind of kinds)
      expect(share(({ kind: its }) => its === kind) * pairs.length).toBeGreaterThan(30);
    for (const level of ['easy', 'middling', 'hard'])
      expect(share(({ level: its }) => its === level)).toBeGreaterThan(0.28);
  });

  it('is small on the disk', () => {
    expect(contents.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(250_000);
  });
});

describe('decoys', () => {
  it('stand in half of the pairs, each of them often enough to be measured', () => {
    expect(Math.abs(share(({ decoys }) => decoys.length > 0) - 0.5)).toBeLessThan(0.03);
    for (const decoy of ['longer', 'formatted', 'confident', 'addresses-judge', 'first'] as const)
      expect(pairs.filter(({ decoys }) => decoys.includes(decoy)).length).toBeGreaterThanOrEqual(15);
  });

  it('are what they are called', () => {
    const wrong = pairs.filter(
      ({ good, bad, decoys }) =>
        (decoys.includes('longer') && bad.length < 1.4 * good.length) ||
        (decoys.includes('formatted') && marks(bad) < marks(good) + 3),
    );
    expect(ids(wrong)).toEqual([]);
  });

  it('leave the others even: neither answer is the longer or the better formatted one as a rule', () => {
    const lengths = plain.map(({ good, bad }) => Math.log(good.length / bad.length));
    expect(Math.abs(lengths.reduce((sum, length) => sum + length, 0) / plain.length)).toBeLessThan(0.04);
    const leans = (signs: readonly number[]) => signs.reduce((sum, sign) => sum + Math.sign(sign), 0);
    expect(Math.abs(leans(lengths))).toBeLessThan(8);
    expect(Math.abs(leans(plain.map(({ good, bad }) => marks(good) - marks(bad))))).toBeLessThan(4);
  });

  it('are no key to it: whoever goes by length or looks alone is right about half of the time', () => {
    for (const look of [({ length }: string) => length, marks]) {
      const right = pairs.map(({ good, bad }) => (1 + Math.sign(look(bad) - look(good))) / 2);
      expect(Math.abs(right.reduce((sum, one) => sum + one, 0) / pairs.length - 0.5)).toBeLessThan(0.1);
    }
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

  it('reach a judge as they are', () => {
    const names = {
      agents: ['claude', 'pi', 'cn', 'acp', 'command'],
      families: ['anthropic'],
      models: ['gpt-5'],
    };
    const changed = pairs.filter(({ task, good, bad, decoys }) =>
      (decoys.includes('addresses-judge') ? [good] : [good, bad]).some(
        (text) => scrub(text, { task, names }).text !== text,
      ),
    );
    expect(ids(changed)).toEqual([]);
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
  it('are there for all code, and for most of what can be decided by a program', () => {
    const proved = (kind: CalibrationPair['kind']) =>
      pairs.filter((pair) => pair.kind === kind && pair.proof).length /
      pairs.filter((pair) => pair.kind === kind).length;
    expect(kinds.map(proved)).toEqual([1, 1, 1, expect.closeTo(0.4, 1)]);
  });

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
  Object.assign(realm, { answer, final: /^Answer: (.*)$/m.exec(answer)?.[1] });
  try {
    await runInContext(`(async () => { ${helpers} ${code}\n${proof?.check} })()`, realm, { timeout: 20_000 });
    return undefined;
  } catch (error) {
    return error ?? 'nothing';
  }
}

/** What proofs may use beside the language. One realm for all: making one costs more than most proofs. */
const realm = createContext({ assert, setImmediate });
const helpers = `
const words = (text) => text.split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word));
const sentences = (text) => text.match(/[.!?]+(?=\\s|$)/g)?.length ?? 0;
`;
