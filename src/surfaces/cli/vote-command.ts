// joust vote: everybody answers, the answers are counted.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import {
  type BallotRule,
  ballotReader,
  blindCaveats,
  checkPattern,
  chooseJudges,
  type VoteOptions,
} from '../../index.ts';
import { type CliWorld, type CommandInput, text } from './command.ts';
import type { ContestInput } from './contest-input.ts';
import { playCommand } from './play-command.ts';
import { servingContestant } from './serving-contestant.ts';

export const voteCommand = playCommand({
  format: 'vote',
  async setUp(input, contest, cli) {
    const rule = await ruleOf(input, cli);
    const { judge, staff, notes } = judgeOf(input, contest, rule);
    const options: VoteOptions = { rule, quorum: quorumOf(input, contest.roster.length), judge };
    return { options: { ...options }, staff, notes };
  },
});

async function ruleOf(input: CommandInput, cli: CliWorld): Promise<BallotRule> {
  const [choices, pattern, schema] = ['choices', 'pattern', 'schema'].map((name) => text(input, name));
  if ([choices, pattern, schema].filter((one) => one !== undefined).length > 1) {
    throw new JoustError('--choices, --pattern and --schema are three ways to take a vote', {
      code: 'usage',
      hint: 'Give one of them.',
    });
  }
  if (choices !== undefined) return await choicesIn(choices);
  if (pattern !== undefined) return checkedPattern(pattern);
  return schema === undefined ? { type: 'last-line' } : await schemaRule(schema, cli);
}

async function choicesIn(said: string): Promise<BallotRule> {
  const choices = said
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
  const rule: BallotRule = { type: 'choices', choices };
  if (choices.length >= 2 && (await isReadable(rule))) return rule;
  throw new JoustError(`--choices ${said} does not name at least two different choices`, {
    code: 'usage',
    hint: 'Separate them by commas: --choices yes,no,unclear',
  });
}

async function isReadable(rule: BallotRule): Promise<boolean> {
  try {
    await ballotReader(rule);
    return true;
  } catch {
    return false;
  }
}

function checkedPattern(pattern: string): BallotRule {
  const problem = checkPattern(pattern);
  if (problem === undefined) return { type: 'pattern', pattern };
  throw new JoustError(`--pattern ${pattern} cannot be used: ${problem}`, {
    code: 'usage',
    hint: 'Write what stands before the vote and a group for the vote: --pattern "ANSWER: (.+)"',
  });
}

async function schemaRule(path: string, { machine }: CliWorld): Promise<BallotRule> {
  try {
    const rule: BallotRule = {
      type: 'schema',
      schema: JSON.parse(await readFile(resolve(machine.cwd, path), 'utf8')),
    };
    await ballotReader(rule);
    return rule;
  } catch (cause) {
    throw new JoustError(`the schema ${path} cannot be used: ${(cause as Error).message}`, {
      code: 'usage',
      hint: 'Give the path of a JSON Schema, such as {"type": "object", "properties": {"answer": {"enum": ["yes", "no"]}}}.',
      cause,
    });
  }
}

/** A number, or a share of all who play. */
function quorumOf(input: CommandInput, contestants: number): number | null {
  const said = text(input, 'quorum');
  if (said === undefined) return null;
  const quorum = /^\d{1,6}$/.test(said) ? Number(said) : shareIn(said, contestants);
  if (quorum !== undefined && quorum >= 1 && quorum <= contestants) return quorum;
  throw new JoustError(`--quorum ${said} is no number from 1 to ${contestants} and no share`, {
    code: 'usage',
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
function judgeOf(
  input: CommandInput,
  contest: ContestInput,
  { type }: BallotRule,
): { judge: string | null; staff: readonly Contestant[]; notes: readonly string[] } {
  const wish = text(input, 'judge');
  if (type !== 'last-line' && wish !== undefined && wish !== 'none') {
    throw new JoustError('--judge groups open answers, and these are not', {
      code: 'usage',
      hint: 'Leave out --judge, or --choices, --pattern and --schema.',
    });
  }
  if (type !== 'last-line' || wish === 'none') return { judge: null, staff: [], notes: [] };
  const { loaded: config, probes, roster } = contest;
  const [usual] = wish === undefined ? chooseJudges(roster, { specs: [], config, probes }).judges : [];
  const { name, staff, notes } =
    usual === undefined || roster.some((one) => one.name === usual.name)
      ? servingContestant(wish ?? usual?.name ?? '', contest)
      : { name: usual.name, staff: [usual], notes: blindCaveats([usual]) };
  return {
    judge: name,
    staff,
    notes: [`Judge: ${name} puts together answers that mean the same.`, ...notes],
  };
}
