// What may be said of a vote, what goes on record of it, and how a vote is taken from an answer.
import { z } from 'zod';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { parseTrouble } from '../../domain/settings/parse-trouble.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { type Content, setting } from '../../domain/settings/setting.ts';
import { blindCaveats } from '../families.ts';
import type { SetUp } from '../format.ts';
import { evenOption, evenSetting } from '../judging-options.ts';
import type { Scene } from '../scene.ts';
import { type BallotRule, ballotReader, checkPattern } from './ballot.ts';

export const request = z.strictObject({
  choices: setting(
    { ...textRule, type: 'list' },
    { often: true, value: 'A,B,...', help: 'the vote is one of these; anything else is none' },
  ),
  pattern: setting(textRule, {
    value: 'REGEX',
    help: 'the vote is the first group of its last match in the last 1,000 characters',
  }),
  schema: setting(
    { type: 'content' },
    {
      value: 'FILE',
      help: 'the vote is JSON that fits this JSON Schema: its field "answer", else all of it',
      complete: 'file',
    },
  ),
  quorum: setting(textRule, {
    often: true,
    value: 'N|RATIO',
    help: 'how many contestants have to agree: 3, 2/3, 0.6 or 60% of all who play',
  }),
  judge: setting(textRule, {
    short: 'j',
    value: 'NAME',
    help: 'who puts together open answers that mean the same, or none (default: one of a family that does not play)',
    complete: 'contestant',
  }),
  ...evenSetting,
});
type Request = z.output<typeof request>;

/** Recorded with the contest. */
const ballotRule = z.discriminatedUnion('type', [
  /** One of these, in the user's own words. */
  z.strictObject({ type: z.literal('choices'), choices: z.array(z.string()) }),
  /** A regular expression: the first capture group of its last match, or the whole match. */
  z.strictObject({ type: z.literal('pattern'), pattern: z.string() }),
  /** A JSON Schema: the field `answer` of the last JSON that fits it, or all of it. */
  z.strictObject({ type: z.literal('schema'), schema: z.unknown() }),
  /** The last line, in any words: open answers. */
  z.strictObject({ type: z.literal('last-line') }),
]);

export const options = z.strictObject({
  rule: ballotRule,
  /** How many have to agree; null: more than any other answer has is enough. */
  quorum: z.int().nullable(),
  /** Who groups open answers; null: nobody. */
  judge: z.string().nullable(),
  ...evenOption,
});
export type VoteOptions = z.output<typeof options>;

export async function setUp(said: Request, scene: Scene): Promise<SetUp> {
  const rule = await ruleOf(said);
  const { judge, staff, notes } = await judgeOf(said, scene, rule);
  const quorum = quorumOf(said, scene.roster.length);
  return { options: { rule, quorum, judge, ...(said.even === true && { even: true }) }, staff, notes };
}

async function ruleOf({ choices, pattern, schema }: Request): Promise<BallotRule> {
  if ([choices, pattern, schema].filter((one) => one !== undefined).length > 1) {
    throw new JoustError('--choices, --pattern and --schema are three ways to take a vote', {
      code: 'usage',
      setting: 'choices',
      hint: 'Give one of them.',
    });
  }
  if (choices !== undefined) return await choicesIn(choices);
  if (pattern !== undefined) return checkedPattern(pattern);
  return schema === undefined ? { type: 'last-line' } : await schemaRule(schema);
}

async function choicesIn(said: readonly string[]): Promise<BallotRule> {
  const choices = said.map((choice) => choice.trim()).filter((choice) => choice !== '');
  const rule: BallotRule = { type: 'choices', choices };
  const readable = await ballotReader(rule).then(
    () => true,
    () => false,
  );
  if (choices.length >= 2 && readable) return rule;
  throw new JoustError(`--choices ${said.join(',')} does not name at least two different choices`, {
    code: 'usage',
    setting: 'choices',
    hint: 'Separate them by commas: --choices yes,no,unclear',
  });
}

function checkedPattern(pattern: string): BallotRule {
  const problem = checkPattern(pattern);
  if (problem === undefined) return { type: 'pattern', pattern };
  throw new JoustError(`--pattern ${pattern} cannot be used: ${problem}`, {
    code: 'usage',
    setting: 'pattern',
    hint: 'Write what stands before the vote and a group for the vote: --pattern "ANSWER: (.+)"',
  });
}

async function schemaRule({ name, text }: Content): Promise<BallotRule> {
  try {
    const rule: BallotRule = { type: 'schema', schema: JSON.parse(text) };
    await ballotReader(rule);
    return rule;
  } catch (cause) {
    throw new JoustError(`the schema ${name} cannot be used: ${parseTrouble(cause)}`, {
      code: 'usage',
      setting: 'schema',
      hint: 'Give the path of a JSON Schema, such as {"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}}.',
      cause,
    });
  }
}

/** A number, or a share of all who play. */
function quorumOf({ quorum: said }: Request, contestants: number): number | null {
  if (said === undefined) return null;
  const quorum = /^\d{1,6}$/.test(said) ? Number(said) : shareIn(said, contestants);
  if (quorum !== undefined && quorum >= 1 && quorum <= contestants) return quorum;
  throw new JoustError(`--quorum ${said} is no number from 1 to ${contestants} and no share`, {
    code: 'usage',
    setting: 'quorum',
    hint: `${contestants} play. Write how many have to agree: 2, 2/3, 0.6 or 60%.`,
  });
}

function shareIn(said: string, contestants: number): number | undefined {
  const [, over, under] = /^(\d{1,6})\/(\d{1,6})$/.exec(said) ?? [];
  const [, number, percent] = /^(\d{0,3}\.\d{1,6}|\d{1,3}(?=%))(%?)$/.exec(said) ?? [];
  const share =
    over === undefined ? Number(number) / (percent === '%' ? 100 : 1) : Number(over) / Number(under);
  if (!(share > 0 && share <= 1)) return undefined;
  // 0.1 + 0.2 must not ask for one more.
  return Math.ceil(share * contestants - 1e-9);
}

/** Only open answers need somebody who says which mean the same. */
async function judgeOf(
  { judge: said }: Request,
  scene: Scene,
  { type }: BallotRule,
): Promise<{ judge: string | null; staff: readonly Contestant[]; notes: readonly string[] }> {
  if (type !== 'last-line' && said !== undefined && said !== 'none') {
    throw new JoustError('--judge groups open answers, and these are not', {
      code: 'usage',
      setting: 'judge',
      hint: 'Leave out --judge, or --choices, --pattern and --schema.',
    });
  }
  if (type !== 'last-line' || said === 'none') return { judge: null, staff: [], notes: [] };
  const { roster } = scene;
  const [usual] = said === undefined ? (await scene.chooseJudges([])).judges : [];
  const { name, staff, notes } =
    usual === undefined || roster.some((one) => one.name === usual.name)
      ? scene.serving(said ?? usual?.name ?? '', 'judge')
      : { name: usual.name, staff: [usual], notes: blindCaveats([usual]) };
  return {
    judge: name,
    staff,
    notes: [`Judge: ${name} puts together answers that mean the same.`, ...notes],
  };
}
