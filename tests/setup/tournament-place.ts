// Folders in which tournaments are played: contestants whose answers differ in length, and judges of all kinds.
import type { JoustEvent } from '../../src/domain/event.ts';
import { outputLines } from '../cli/output-lines.ts';
import { type Project, project } from './project.ts';

export const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", '''${script}''']\n`;
/** The higher its number, the longer its answer. */
export const answers = (count: number) =>
  Array.from({ length: count }, (_, at) => shell(`c${at + 1}`, `echo answer ${'x'.repeat(at + 1)}`)).join('');
export const everybody = (count: number) =>
  Array.from({ length: count }, (_, at) => ['-c', `c${at + 1}`]).flat();

const judges: Readonly<Record<string, readonly object[]>> = {
  longer: [{ judge: 'longer' }],
  slow: [{ wait: 2000 }, { judge: 'longer' }],
  first: [{ judge: 'first' }],
  tie: [{ judge: 'tie' }],
  mute: [{ say: 'I would rather not say.' }],
  broken: [{ exit: 3 }],
};

export function place(config: string): Project {
  const made = project(
    Object.fromEntries(
      Object.entries(judges).map(([name, steps]) => [`${name}.json`, JSON.stringify({ rate: 5000, steps })]),
    ),
  );
  made.config(config);
  return made;
}

export const by = (name: string) => ['-j', `scripted/./${name}.json`];

export function resultIn(stdout: string) {
  const line = outputLines(stdout).find(({ type }) => type === 'contest.result');
  if (line?.type !== 'contest.result' || line.result.type !== 'tournament') throw new Error(stdout);
  return line.result;
}

export async function eventsOf(where: Project): Promise<readonly JoustEvent[]> {
  const { stdout } = await where.joust(['show', '@last', '--events']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

export async function playJson(where: Project, args: readonly string[]) {
  const { code, stdout, stderr } = await where.joust(['tournament', '--json', ...args, 'why?']);
  return { code, stderr, stdout, result: resultIn(stdout) };
}
