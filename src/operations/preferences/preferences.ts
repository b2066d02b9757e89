// preferences list, show and export: what people picked in arenas.
import { z } from 'zod';
import { preferenceSchema } from '../../domain/events/verdict.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { needed, setting } from '../../domain/settings/setting.ts';
import type { Archive } from '../../record/archive.ts';
import { knownPreferences } from '../../record/known-preferences.ts';
import { text } from '../../views/document.ts';
import {
  type KnownPreference,
  preferenceLine,
  preferenceLines,
} from '../../views/leaderboard/preferences.ts';
import { operation } from '../operation.ts';

const about = { group: 'decide', page: 'formats/arena', effect: 'read' } as const;

const tag = setting(
  { ...textRule, type: 'list', repeated: true },
  { value: 'TAG', help: 'only those with this tag' },
);

export const preferenceNamed = needed(textRule, {
  value: 'ID',
  help: 'its ID, or a unique beginning of it',
  flag: false,
});

const listed = preferenceSchema.extend({
  contest: z.string().optional().describe('where it was picked; absent: it was imported'),
});
const preferences = z.object({ preferences: z.array(listed).readonly() });

export const preferencesList = operation({
  ...about,
  name: 'preferences list',
  usual: true,
  summary: 'list what you picked in arenas, newest first',
  examples: ['joust preferences', 'joust preferences list --tag regex'],
  path: '/preferences',
  input: z.strictObject({ tag }),
  output: preferences,
  run: async ({ tag }, { archive }) => ({ preferences: (await tagged(archive, tag)).map(toldOf) }),
  document: ({ preferences }) => [text(...preferences.map(preferenceLine))],
  jsonLines: ({ preferences }) => preferences.map(bare),
});

export const preferencesShow = operation({
  ...about,
  name: 'preferences show',
  summary: 'show one preference',
  examples: ['joust preferences show 4k2'],
  words: ['preference'],
  path: '/preferences/:preference',
  input: z.strictObject({ preference: preferenceNamed }),
  output: listed,
  run: async ({ preference }, { archive }) => toldOf(await preferenceFound(archive, preference)),
  document: (preference) => [text(...preferenceLines(preference))],
  jsonLines: (preference) => [bare(preference)],
});

export const preferencesExport = operation({
  ...about,
  name: 'preferences export',
  summary: 'print all preferences as JSON, one a line, oldest first',
  details: 'One object of schema/preference.schema.json a line.',
  examples: ['joust preferences export picks.jsonl', 'joust preferences export --tag regex > picks.jsonl'],
  input: z.strictObject({ tag }),
  output: preferences,
  run: async ({ tag }, { archive }) => ({
    preferences: (await tagged(archive, tag)).map(toldOf).toReversed(),
  }),
  jsonLines: ({ preferences }) => preferences.map(bare),
});

async function tagged(archive: Archive, tags: readonly string[] = []): Promise<readonly KnownPreference[]> {
  const known = await knownPreferences(archive);
  return known.filter(({ preference }) => tags.every((one) => preference.tags.includes(one)));
}

type Listed = z.output<typeof listed>;

function toldOf({ preference, contest }: KnownPreference): Listed {
  return { ...preference, contest: contest === preference.id ? contest : undefined };
}

/** As schema/preference.schema.json has it. */
function bare({ contest: _contest, ...preference }: Listed) {
  return preference;
}

/** By its ID or a unique beginning of it. */
export async function preferenceFound(archive: Archive, id: string): Promise<KnownPreference> {
  const known = await knownPreferences(archive);
  const matching = known.filter(({ preference }) => preference.id.startsWith(id));
  const [first, ...others] = matching;
  if (first !== undefined && (others.length === 0 || first.preference.id === id)) return first;
  const hint = 'joust preferences list shows them.';
  if (first === undefined)
    throw new JoustError(`there is no preference ${id}`, { code: 'not-found', setting: 'preference', hint });
  throw new JoustError(`${id} is the beginning of ${matching.length} preferences`, {
    code: 'usage',
    setting: 'preference',
    hint,
  });
}
