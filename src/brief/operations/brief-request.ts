// The inputs that operations on briefs share: the folder, and the settings of a contest.
import { resolve } from 'node:path';
import type { PlayedSettings } from '../../domain/settings/described-operations.ts';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { specShape } from '../../domain/settings/shapes.ts';
import type { OperationContext, PlayingContext } from '../../operations/operation.ts';
import type { BriefRequest } from '../brief-plan.ts';

export const briefFolder = setting(textRule, {
  value: 'FOLDER',
  help: 'the folder of the brief (default: here)',
  flag: false,
  complete: 'folder',
  builtIn: '.',
});

export const onlyContestants = setting(
  { ...textRule, type: 'list' },
  {
    short: 'c',
    value: 'NAME',
    help: 'only this contestant of the brief (repeat for more)',
    complete: 'contestant',
  },
);

export const specsRule = {
  type: 'list',
  shape: specShape,
  expected: 'contestants such as "claude/opus"',
  repeated: true,
} as const;

const ofEveryContest = ['effort', 'timeout', 'idle', 'maxParallel', 'envPass'];

/** Judges and reviewers work in no workspace: they take no settings of one. */
export const staffPlays = { type: 'new', settings: ofEveryContest } satisfies PlayedSettings;
export const contestantsPlay = { ...staffPlays, format: 'brief' } satisfies PlayedSettings;

export function folderAt(folder: string, { machine }: Pick<OperationContext, 'machine'>): string {
  return resolve(machine.cwd, folder);
}

interface Asked {
  readonly folder: string;
  readonly contestant?: readonly string[] | undefined;
}

export function briefRequest({ folder, contestant }: Asked, context: PlayingContext): BriefRequest {
  const { settings, ...playing } = context.playing;
  const named = contestant === undefined ? {} : { contestant };
  return { ...playing, folder: folderAt(folder, context), settings: { ...settings, ...named } };
}
