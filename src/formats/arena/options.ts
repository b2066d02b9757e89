// What may be said of an arena, what goes on record of it, and who may meet in one.
import { z } from 'zod';
import { agentOf } from '../../agents/all.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { isBlind } from '../../domain/events/blind-pick.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import type { SetUp } from '../format.ts';
import type { Scene } from '../scene.ts';

export const request = z.strictObject({
  styleBlind: setting(
    { type: 'switch' },
    { often: true, help: 'even out Markdown before the answers are shown' },
  ),
  tag: setting(
    { ...textRule, type: 'list', repeated: true },
    { often: true, value: 'TAG', help: 'a tag to find the preference by' },
  ),
});

export const options = z.strictObject({
  /** The question before whose answer nobody may know who did what. */
  blindUntil: z.literal('pick'),
  styleBlind: z.boolean(),
  tags: z.array(z.string()),
});
export type ArenaOptions = z.output<typeof options>;

export async function setUp(
  { styleBlind = false, tag = [] }: z.output<typeof request>,
  scene: Scene,
): Promise<SetUp> {
  const roster = scene.roster.map(withKnobs);
  checkPair(roster);
  await refuseWaiting(roster, scene);
  const tags = [...new Set(tag.map((one) => one.trim()))].filter((one) => one !== '');
  const made: ArenaOptions = { blindUntil: 'pick', styleBlind, tags };
  return {
    roster,
    options: made,
    notes: [
      `${roster.map(({ name }) => name).join(' and ')} are asked; their answers come together, as A and B.`,
    ],
  };
}

/** The next one of the same two would be no comparison of its own. */
async function refuseWaiting(roster: readonly Contestant[], scene: Scene): Promise<void> {
  const past = await scene.past();
  const waiting = past.find(({ opened, events }) => isBlind(events) && isSamePair(opened.roster, roster));
  if (waiting === undefined) return;
  throw new JoustError(`contest ${waiting.id} of the same two is still to be picked`, {
    code: 'usage',
    setting: 'contestant',
    hint: `See it with: joust show ${waiting.id}; pick with: joust pick ${waiting.id} a|b|tie|bad|skip`,
  });
}

const temperature = 0.7;
const maxOutputTokens = 2000;

/** The same for both, where the agent has such settings and the user has set none. */
function withKnobs(contestant: Contestant): Contestant {
  if (agentOf(contestant.agent).kind !== 'http') return contestant;
  return { ...contestant, settings: { temperature, maxOutputTokens, ...contestant.settings } };
}

function checkPair(roster: readonly Contestant[]): void {
  const [a, b] = roster;
  if (a === undefined || b === undefined || roster.length > 2) {
    const found = roster.map(({ name }) => name).join(', ');
    throw new JoustError(
      `an arena is between two, and here ${roster.length === 1 ? 'is' : 'are'}: ${found}`,
      { code: 'usage', setting: 'contestant', hint: 'Name two: joust arena -c claude -c codex "..."' },
    );
  }
  if (identity(a) !== identity(b)) return;
  throw new JoustError(`${a.name} and ${b.name} are the same: agent, model and effort do not differ`, {
    code: 'usage',
    setting: 'contestant',
    hint: 'Name two that differ, such as -c claude/opus -c claude/sonnet.',
  });
}

function isSamePair(one: readonly Contestant[], other: readonly Contestant[]): boolean {
  const pair = (roster: readonly Contestant[]) => roster.map(identity).sort().join('\n');
  return pair(one) === pair(other);
}

/** Agent, model and effort, and what stands for the model where a program or server of the user's own plays. */
function identity({ agent, model, family, effort, settings }: Contestant): string {
  const { command, baseUrl, script } = settings ?? {};
  return JSON.stringify([agent, family ?? null, model ?? null, effort ?? null, command, baseUrl, script]);
}
