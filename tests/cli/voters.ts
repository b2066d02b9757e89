// Contestants that vote as they are told, and what a vote came to.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Project, project } from '../setup/project.ts';
import { outputLines } from './output-lines.ts';

export const work = '$HOME/../work';
export const voter = (name: string, answer: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", '''
echo started >>"${work}/starts-${name}"; cat >"${work}/prompt-${name}"; ${answer}''']\n`;
export const says = (name: string, words: string) => voter(name, `printf '%s\\n' "Some reasons." '${words}'`);

export function stage(...tables: readonly string[]): Project {
  const place = project();
  place.config(tables.join('\n'));
  return place;
}

export function count({ folder }: Project, name: string): number {
  const path = join(folder, `starts-${name}`);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').length : 0;
}

export function prompt({ folder }: Project, name: string): string {
  return readFileSync(join(folder, `prompt-${name}`), 'utf8');
}

export function resultIn(stdout: string) {
  const line = outputLines(stdout).find(({ type }) => type === 'contest.result');
  if (line?.type !== 'contest.result' || line.result.type !== 'vote') throw new Error('no result');
  return line.result;
}
