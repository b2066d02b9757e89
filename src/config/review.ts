// What trusting a project's file would enable, for `joust trust` to show before it is done.
import { JoustError } from '../domain/joust-error.ts';
import { findProject, type ProjectPlace, projectAt, readConfigFile } from '../process/files/config-file.ts';
import type { Machine } from '../process/machine.ts';
import { builtInEntries, type Entry, excerpt, keyText, visible } from './config.ts';
import { readLayer } from './file-layer.ts';
import { userConfigFile } from './named-extensions.ts';
import { judgeEntries } from './project-rule.ts';
import { tomlText } from './toml/toml.ts';
import { configAsFile, type ProjectFile } from './trust.ts';

interface ConfigReview {
  readonly file: ProjectFile;
  /** One line for each setting that waits for trust. */
  readonly lines: readonly string[];
}

export interface ReviewQuestion {
  readonly machine: Machine;
  readonly cwd: string;
  /** A project's folder or its config file; otherwise the nearest one upwards. */
  readonly path?: string;
}

export function reviewProject(question: ReviewQuestion): ConfigReview {
  const { machine, cwd } = question;
  const place = projectOf(question);
  const found = readConfigFile(place.file);
  if (found === undefined) throw noProject(place.folder, 'in');
  if (!place.inside)
    throw new JoustError(`${visible(place.file)} is a link out of its project, which cannot be trusted`, {
      code: 'untrusted',
      hint: 'Replace the link by a file of its own, then run `joust trust` again.',
    });
  const entries = readLayer({ from: 'project', file: place.file, text: found.text, waits: true });
  const { withheld } = judgeEntries(entries, belowOf(machine));
  return {
    file: configAsFile({ place, sha256: found.sha256, entries, cwd }),
    lines: withheld.map(({ entry, reason }) => lineOf(entry, reason)),
  };
}

/** The place of a project's file, whether or not it still exists: trust can be revoked for what is gone. */
export function projectOf({ machine, cwd, path }: ReviewQuestion): ProjectPlace {
  if (path !== undefined) return projectAt(path);
  const place = findProject(cwd, machine.home);
  if (place === undefined) throw noProject(cwd, 'at or above');
  return place;
}

/** What holds without any project, by key. */
export function belowOf(machine: Machine): ReadonlyMap<string, Entry> {
  const found = readConfigFile(userConfigFile(machine));
  const users = found === undefined ? [] : readLayer({ from: 'user', file: found.path, text: found.text });
  return new Map([...builtInEntries(), ...users].map((entry) => [keyText(entry.path), entry]));
}

function lineOf(entry: Entry, reason: string): string {
  const line = entry.origin.from === 'project' ? `line ${entry.origin.line}: ` : '';
  return `${line}${keyText(entry.path)} = ${excerpt(tomlText(entry.value))}  # ${reason}`;
}

function noProject(folder: string, where: string): JoustError {
  return new JoustError(`there is no .joust/config.toml ${where} ${visible(folder)}`, {
    code: 'not-found',
    hint: 'Give the folder of the project: joust trust PATH.',
  });
}
