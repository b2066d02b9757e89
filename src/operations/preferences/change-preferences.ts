// preferences forget and import: delete a preference, and add some from a file.
import { z } from 'zod';
import { importedPreferences } from '../../domain/events/blind-pick.ts';
import { type Preference, preferenceSchema } from '../../domain/events/verdict.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { needed } from '../../domain/settings/setting.ts';
import { knownPreferences } from '../../record/known-preferences.ts';
import { note, text } from '../../views/document.ts';
import { preferenceLine } from '../../views/leaderboard/preferences.ts';
import { visible } from '../../views/visible.ts';
import { operation } from '../operation.ts';
import { preferenceFound, preferenceNamed } from './preferences.ts';

const about = { group: 'decide', page: 'formats/arena' } as const;

export const preferencesForget = operation({
  ...about,
  name: 'preferences forget',
  summary: 'delete one preference: it no longer counts and is no longer shown',
  examples: ['joust preferences forget 4k2'],
  effect: 'destroy',
  words: ['preference'],
  path: '/preferences/:preference/forget',
  input: z.strictObject({ preference: preferenceNamed }),
  output: preferenceSchema,
  async prepare({ preference: id }, { archive }) {
    const { contest, preference } = await preferenceFound(archive, id);
    return {
      would: preference,
      question: 'Forget this preference for good?',
      async go() {
        const event = { type: 'preference.forgotten', v: 1, id: preference.id } as const;
        await archive.below.ledger.append([{ contest, events: [event] }]);
        return preference;
      },
    };
  },
  document: (preference, done) => [
    done
      ? note(`Forgot preference ${preference.id}: it no longer counts and is no longer shown.`)
      : text(preferenceLine(preference)),
  ],
});

export const preferencesImport = operation({
  ...about,
  name: 'preferences import',
  summary: 'add preferences from a file: all of them, or none if one is damaged',
  details: 'One object of schema/preference.schema.json a line, as joust preferences export writes it.',
  examples: ['joust preferences import picks.jsonl'],
  effect: 'record',
  words: ['file'],
  input: z.strictObject({
    file: needed(
      { type: 'content' },
      { value: 'FILE', help: 'the file; - is standard input', flag: false, complete: 'file' },
    ),
  }),
  output: z.object({ imported: z.int(), known: z.int().describe('preferences that were on record already') }),
  async run({ file }, { archive }) {
    const ids = new Set((await knownPreferences(archive)).map(({ preference }) => preference.id));
    const preferences = readLines(file);
    const news = preferences.filter(({ id }) => !ids.has(id) && ids.add(id));
    const events = news.map((preference) => ({ type: 'preference.imported', v: 1, preference }) as const);
    if (events.length > 0) await archive.below.ledger.append([{ contest: importedPreferences, events }]);
    return { imported: news.length, known: preferences.length - news.length };
  },
  document: ({ imported, known }) => [
    note(`${imported} imported${known === 0 ? '' : `, ${known} known already`}.`),
  ],
});

function readLines({ name, text }: { readonly name: string; readonly text: string }): readonly Preference[] {
  const bad: string[] = [];
  const preferences = text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const read = preferenceSchema.safeParse(jsonOf(line));
    if (read.success) return [read.data];
    const [issue] = read.error.issues;
    bad.push(`line ${at + 1}: ${[...(issue?.path ?? []), issue?.message ?? 'not readable'].join(': ')}`);
    return [];
  });
  if (bad.length === 0) return preferences;
  const shown = bad.slice(0, 10).join('\n  ');
  const more = bad.length > 10 ? `\n  and ${bad.length - 10} more` : '';
  throw new JoustError(`${visible(name)} was not imported:\n  ${visible(shown)}${more}`, {
    code: 'usage',
    setting: 'file',
    hint: 'Each line is one object of schema/preference.schema.json, as joust preferences export writes it.',
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
