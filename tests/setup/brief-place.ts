// A brief to play: ann and bob are scripted contestants of the user's own config, and so is cy, who serves.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Project, project } from './project.ts';

type Steps = readonly Readonly<Record<string, unknown>>[];
export const script = (...steps: Steps) => JSON.stringify({ steps });
export const hands = (text: string, ...more: Steps) =>
  script({ append: 'out/RESULT.md', content: `${text}\n` }, ...more, { say: `Done: ${text}.` });

export const rubric = [
  'rubric:',
  '  scale: [0, 5]',
  '  dimensions: [{ id: clarity, weight: 60 }, { id: depth, weight: 40 }]',
].join('\n');
export const yaml = (...lines: readonly string[]) => `name: plan\n${lines.join('\n')}\n${rubric}\n`;

interface BriefPlace extends Project {
  readonly brief: string;
  readonly configured: string;
}

/** ann and bob are the user's own contestants: a brief may name them without being trusted. */
export function briefPlace(more: Readonly<Record<string, string>> = {}): BriefPlace {
  const place = project({
    'ann.json': hands('a long and careful plan of ann'),
    'bob.json': hands('short'),
    'b/brief.yaml': yaml('contestants: [ann, bob]', 'outputs: { required: [RESULT.md] }'),
    'b/BRIEF.md': 'Write a plan.\n',
    'b/JUDGE_BRIEF.md': 'Score clarity and depth.\n',
    'b/raw/facts.txt': 'the facts\n',
    ...more,
  });
  const scripted = (name: string) =>
    `[contestants.${name}]\nagent = "scripted"\nscript = "${join(place.folder, `${name}.json`)}"\n`;
  const configured = ['ann', 'bob', 'cy'].map(scripted).join('');
  place.config(configured);
  return { ...place, brief: join(place.folder, 'b'), configured, [Symbol.dispose]: place[Symbol.dispose] };
}

export const work = (name: string) => `work/${name}/out/RESULT.md`;
export const read = (place: { brief: string }, path: string) => readFileSync(join(place.brief, path), 'utf8');
export const judges = ['-j', 'scripted/judge'];
