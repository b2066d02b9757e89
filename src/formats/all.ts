// Every format there is.
import { JoustError } from '../domain/joust-error.ts';
import { ask } from './ask.ts';
import type { Format } from './format.ts';

const allFormats: readonly Format[] = [ask];

/** The rules a contest was opened under; others would silently tell another story. */
export function formatOf({
  format,
  formatVersion,
}: {
  readonly format: string;
  readonly formatVersion: number;
}): Format {
  const found = allFormats.find(({ name }) => name === format);
  if (found !== undefined && found.version === formatVersion) return found;
  const why =
    found === undefined
      ? 'is not known'
      : `has version ${found.version}, the contest was opened under ${formatVersion}`;
  throw new JoustError(`this joust cannot play the contest on: its format ${format} ${why}`, {
    code: 'config',
    hint: 'Play it with the version of joust that opened it; what is on record can still be shown.',
  });
}
