// Every format there is.
import type { AttemptEnded, ContestOpened } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { ask } from './ask.ts';
import type { Format } from './format.ts';

const allFormats: readonly Format[] = [ask];

export function formatNamed(name: string): Format {
  const found = allFormats.find((format) => format.name === name);
  if (found !== undefined) return found;
  throw new Error(`there is no format ${name}`);
}

/** The rules a contest was opened under; others would silently tell another story. */
export function formatOf(opened: Pick<ContestOpened, 'format' | 'formatVersion' | 'options'>): Format {
  const { format } = opened;
  const found = allFormats.find(({ name }) => name === format);
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
export function answersShown({
  format,
  options,
}: Pick<ContestOpened, 'format' | 'options'>): (end: AttemptEnded) => boolean {
  const found = allFormats.find(({ name }) => name === format);
  return (end) => found?.shows?.(end, options) ?? end.role === undefined;
}
