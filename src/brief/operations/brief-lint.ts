// brief lint: finds where brief.yaml, BRIEF.md and JUDGE_BRIEF.md contradict each other.
import { z } from 'zod';
import { operation } from '../../operations/operation.ts';
import { note, text } from '../../views/document.ts';
import { lintBrief } from '../lint-brief.ts';
import { briefFolder, folderAt } from './brief-request.ts';

export const briefLint = operation({
  name: 'brief lint',
  group: 'brief',
  summary: 'check that brief.yaml, BRIEF.md and JUDGE_BRIEF.md agree',
  details:
    'Compares dimensions, weights and scale of the rubric with the texts. Also checks required outputs and families of judges. Exit 0: no findings, 1: findings, 2: a file cannot be read.',
  examples: ['joust brief lint', 'joust brief lint 261115-landing-page --json'],
  page: 'briefs',
  effect: 'read',
  words: ['folder'],
  input: z.strictObject({ folder: briefFolder }),
  output: z.strictObject({
    v: z.literal(1),
    findings: z.array(
      z.strictObject({
        file: z.string(),
        line: z.int(),
        kind: z.enum(['problem', 'warning']),
        text: z.string(),
      }),
    ),
  }),
  async run({ folder }, { machine }) {
    const findings = await lintBrief(folderAt(folder, { machine }), machine);
    return { v: 1 as const, findings: findings.map((one) => ({ ...one })) };
  },
  document: ({ findings }) => [
    text(
      ...findings.map(
        ({ file, line, kind, text: words }) =>
          `${file}:${line}: ${kind === 'warning' ? 'warning: ' : ''}${words}`,
      ),
    ),
    note(findings.length === 0 ? 'No findings.' : undefined),
  ],
  exit: ({ findings }) => (findings.some(({ kind }) => kind === 'problem') ? 'nothingUsable' : 'ok'),
});
