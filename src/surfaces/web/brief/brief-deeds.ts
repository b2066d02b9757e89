// Operations on a brief that a form starts: their input, and the command line that does the same.
import { shellWord } from '../../../views/next-steps.ts';

export type Deed = 'play' | 'judge' | 'refine' | 'merge' | 'consult';

/** Inputs of the operation by name. */
export type DeedForm = Readonly<Record<string, string | boolean | readonly string[]>>;

/** Without what was left empty. */
export function deedBody(folder: string, form: DeedForm): object {
  const isGiven = ([, value]: [string, DeedForm[string]]) =>
    value !== false && (typeof value === 'boolean' || value.length > 0);
  return { folder, ...Object.fromEntries(Object.entries(form).filter(isGiven)) };
}

/** To be pasted into a terminal anywhere. */
export function deedCommand(deed: Deed, folder: string, form: DeedForm): string {
  const words = Object.entries(form).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (typeof value === 'boolean') return value ? [flag] : [];
    return [value].flat().flatMap((one) => (one === '' ? [] : [flag, shellWord(one)]));
  });
  return ['joust', 'brief', deed, shellWord(folder), ...words].join(' ');
}
