// The settings of a contest that an operation starts or goes on with: those of its format, some of every contest, and limits.
import type { PlayedSettings } from './described-operations.ts';
import { contestSettings, describedFormats, type Setting } from './settings.ts';

/** What a contest may take, judges included. */
export const limitSettings: readonly Setting[] = contestSettings.filter(
  ({ config, flag }) => config?.startsWith('budget.') === true && flag !== false,
);

export function playedSettings({ format, only, settings = [] }: PlayedSettings): readonly Setting[] {
  const all = describedFormats.find(({ name }) => name === format)?.settings ?? [];
  const ofFormat = only === undefined ? all : all.filter(({ name }) => only.includes(name));
  const general = contestSettings.filter(
    (one) => settings.includes(one.name) && !ofFormat.some(({ name }) => name === one.name),
  );
  return [...general, ...ofFormat, ...limitSettings];
}
