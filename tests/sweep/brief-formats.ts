// Briefs as swept formats: played, refined, merged and judged in a folder.
import type { SweptFormat } from './formats.ts';
import { beside } from './race-format.ts';

const names = ['a', 'b', 'm'];

const worker = (name: string, ...steps: readonly object[]) =>
  JSON.stringify({ rate: 1000, steps: [{ run: `echo started >>${beside}/starts-${name}` }, ...steps] });
const contestant = (name: string) => `[contestants.${name}]\nagent = "scripted"\nscript = "./${name}.json"\n`;

const folder: Omit<SweptFormat, 'name' | 'args'> = {
  names,
  config: names.map(contestant).join(''),
  moments: ['folder laid'],
  files: {
    'brief.yaml': 'name: swept\ncontestants: [a, b]\noutputs: { required: [RESULT.md] }\n',
    'BRIEF.md': 'Write a plan.\n',
    'raw/facts.txt': 'facts\n',
    'FEEDBACK.md': 'Go on.\n',
    'a.json': worker(
      'a',
      { append: 'out/RESULT.md', content: 'a long and careful plan\n' },
      { wait: 200 },
      { say: 'Done.' },
    ),
    'b.json': worker('b', { append: 'out/RESULT.md', content: 'short\n' }, { say: 'Done.' }),
    'm.json': worker(
      'm',
      { edit: 'out/MERGE.md', content: 'Kept all.\n' },
      { wait: 200 },
      { say: 'Merged.' },
    ),
    // It plays in an empty folder of its own, from which the project is here.
    'judge.json': JSON.stringify({
      steps: [
        { append: '../../../../work/starts-judge', content: 'started\n' },
        { wait: 200 },
        { judge: 'longer' },
      ],
    }),
  },
};
const played = ['brief', 'play', '.'];

export const briefFormats: readonly SweptFormat[] = [
  { ...folder, name: 'brief play', args: [...played, '--json'], quick: /^(?:folder laid|ended work\/b)/ },
  { ...folder, name: 'brief refine', prepare: played, args: ['brief', 'refine', '.', '--json'] },
  {
    ...folder,
    name: 'brief merge',
    prepare: played,
    args: ['brief', 'merge', '.', '--by', 'm', '--base', 'a', '--json'],
  },
  {
    ...folder,
    name: 'brief judge',
    names: [...names, 'judge'],
    moments: [],
    prepare: played,
    args: ['brief', 'judge', '.', '-j', 'scripted/./judge.json', '--json'],
  },
];
