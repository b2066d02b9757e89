// Every format there is.
import type { AttemptEnded, ContestOpened } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { Format } from './format.ts';

/** Loaded when it is played: most commands need one of them, and some bring much along. */
const formats: Readonly<Record<string, () => Promise<Format>>> = {
  analyze: async () => (await import('./analyze/analyze.ts')).analyze,
  arena: async () => (await import('./arena/arena.ts')).arena,
  ask: async () => (await import('./ask/ask.ts')).ask,
  'cross-examine': async () => (await import('./cross-examine/cross-examine.ts')).crossExamine,
  debate: async () => (await import('./debate/debate.ts')).debate,
  distill: async () => (await import('./distill/distill.ts')).distill,
  judge: async () => (await import('./judge/judge.ts')).judge,
  oracle: async () => (await import('./oracle/oracle.ts')).oracle,
  race: async () => (await import('./race/race.ts')).race,
  tournament: async () => (await import('./tournament/tournament.ts')).tournament,
  vote: async () => (await import('./vote/vote.ts')).vote,
};

export async function formatNamed(name: string): Promise<Format> {
  const found = await load(name);
  if (found !== undefined) return found;
  throw new Error(`there is no format ${name}`);
}

async function load(name: string): Promise<Format | undefined> {
  return Object.hasOwn(formats, name) ? await formats[name]?.() : undefined;
}

/** The rules a contest was opened under; others would silently tell another story. */
export async function formatOf(
  opened: Pick<ContestOpened, 'format' | 'formatVersion' | 'options'>,
): Promise<Format> {
  const { format } = opened;
  const found = await load(format);
  const why = found === undefined ? 'is not known' : otherRules(found, opened);
  if (found !== undefined && why === undefined) return found;
  throw new JoustError(`this joust cannot play the contest on: its format ${format} ${why}`, {
    code: 'config',
    hint: 'Play it with the version of joust that opened it; what is on record can still be shown.',
  });
}

function otherRules(
  { version, options }: Format,
  opened: Pick<ContestOpened, 'formatVersion' | 'options'>,
): string | undefined {
  if (version !== opened.formatVersion)
    return `has version ${version}, the contest was opened under ${opened.formatVersion}`;
  const recorded = Object.keys(opened.options);
  const other = [
    ...recorded.filter((name) => !options.includes(name)),
    ...options.filter((name) => !recorded.includes(name)),
  ];
  return other.length === 0 ? undefined : `has other options now (${other.join(', ')})`;
}

/** Which answers are shown as they land. */
export async function answersShown({
  format,
  options,
}: Pick<ContestOpened, 'format' | 'options'>): Promise<(end: AttemptEnded) => boolean> {
  const found = await load(format);
  return (end) => found?.shows?.(end, options) ?? end.role === undefined;
}
