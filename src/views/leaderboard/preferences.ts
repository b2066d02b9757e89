// What people preferred, from the record: picks made here and those brought from elsewhere. Forgotten ones are not among them.
import type { Contestant } from '../../domain/contestant.ts';
import type { ContestOpened, JoustEvent, VerdictGiven } from '../../domain/event.ts';
import { personJudge, withoutForgotten } from '../../domain/events/blind-pick.ts';
import { excerptLength, type Preference, type PreferenceSide } from '../../domain/events/verdict.ts';
import { pickedBy } from '../../domain/events/whose-word.ts';
import type { RecordedEvent } from '../contest-summary.ts';
import { visibleLine } from '../visible.ts';

export interface PreferenceRecord {
  readonly contest: string;
  readonly record: readonly RecordedEvent[];
  /** What was asked; empty for an import. */
  readonly prompt: string;
}

/** With the contest or import it stands in. */
export interface KnownPreference {
  readonly contest: string;
  readonly preference: Preference;
}

/** Newest first. */
export function preferencesIn(records: readonly PreferenceRecord[]): readonly KnownPreference[] {
  return records
    .flatMap(({ contest, record, prompt }) => {
      const left = withoutForgotten(record);
      const own = pickedIn(left, { id: contest, prompt });
      const imported = left.flatMap(({ event }) =>
        event.type === 'preference.imported' ? [event.preference] : [],
      );
      return [...(own === undefined ? [] : [own]), ...imported].map((preference) => ({
        contest,
        preference,
      }));
    })
    .sort((x, y) => (x.preference.at < y.preference.at ? 1 : -1));
}

/** Which openings are worth looking into. */
export function mayHoldPreferences(first: JoustEvent): boolean {
  return first.type === 'contest.opened' && 'tags' in first.options;
}

function pickedIn(
  record: readonly RecordedEvent[],
  { id, prompt }: { readonly id: string; readonly prompt: string },
): Preference | undefined {
  const opened = record.map(({ event }) => event).find((event) => event.type === 'contest.opened');
  // What a program picked is no preference of a person's.
  if (pickedBy(record.map(({ event }) => event)) !== undefined) return undefined;
  const given = record.findLast(({ event }) => event.type === 'verdict.given' && event.judge === personJudge);
  if (opened === undefined || given?.event.type !== 'verdict.given') return undefined;
  const [a, b] = given.event.shown.map(({ contestant }) => sideOf(opened, contestant));
  const pick = pickOf(given.event);
  if (a === undefined || b === undefined || pick === undefined) return undefined;
  const { tags } = opened.options;
  return {
    type: 'joust.preference',
    v: 1,
    id,
    at: given.at,
    prompt: excerpt(prompt),
    a,
    b,
    pick,
    tags: Array.isArray(tags) ? tags.map(String) : [],
    simulated: opened.simulated,
  };
}

function sideOf({ roster }: ContestOpened, name: string): PreferenceSide | undefined {
  const found: Contestant | undefined = roster.find((one) => one.name === name);
  if (found === undefined) return undefined;
  const { agent, model, effort } = found;
  return {
    contestant: name,
    agent,
    model,
    effort,
  };
}

function pickOf({ verdict, shown }: VerdictGiven): Preference['pick'] | undefined {
  if (verdict.type === 'tie') return 'tie';
  if (verdict.type === 'both-bad') return 'bad';
  if (verdict.type !== 'choice') return undefined;
  return shown[0]?.contestant === verdict.winner ? 'a' : 'b';
}

/** On one line, cut without halving a character. */
function excerpt(prompt: string): string {
  const line = prompt
    .slice(0, 4 * excerptLength)
    .replaceAll(/\s+/gu, ' ')
    .trim();
  if (line.length <= excerptLength) return line;
  const cut = line.slice(0, excerptLength - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** `4k2... · 2026-11-15 08:00 · claude over codex · why is ...`. */
export function preferenceLine(preference: Preference): string {
  const { id, at, prompt, tags, simulated } = preference;
  const time = at.slice(0, 16).replace('T', ' ');
  const parts = [simulated ? 'simulated' : '', tags.map((tag) => `#${tag}`).join(' ')].filter(Boolean);
  return visibleLine([id, time, wordOf(preference), ...parts, prompt.slice(0, 60)].join(' · '));
}

export function preferenceLines(preference: Preference): readonly string[] {
  const { id, at, prompt, a, b, tags, simulated } = preference;
  return [
    `preference ${id}, ${at}${simulated ? ', simulated: no model was asked' : ''}`,
    wordOf(preference),
    `A: ${sideText(a)}`,
    `B: ${sideText(b)}`,
    `tags: ${tags.length === 0 ? 'none' : tags.join(', ')}`,
    `asked: ${prompt}`,
  ];
}

function wordOf({ a, b, pick }: Preference): string {
  switch (pick) {
    case 'a':
      return `${a.contestant} over ${b.contestant}`;
    case 'b':
      return `${b.contestant} over ${a.contestant}`;
    case 'tie':
      return `${a.contestant} level with ${b.contestant}`;
    case 'bad':
      return `neither ${a.contestant} nor ${b.contestant}`;
  }
}

function sideText({ contestant, agent, model, effort }: PreferenceSide): string {
  const more = [`agent ${agent}`, `model ${model ?? 'not named'}`, ...(effort ? [`effort ${effort}`] : [])];
  return `${contestant} (${more.join(', ')})`;
}
