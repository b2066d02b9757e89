// joust brief lint: each kind of disagreement between the parts of a brief, and nothing about those that agree.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readBriefFile } from '../config/brief-file.ts';
import { thisMachine } from '../process/machine.ts';
import { lintBrief, lintTexts } from './lint-brief.ts';
import { newBrief, templateNames } from './new-brief.ts';
import { dimensionsIn, scalesIn } from './rubric-words.ts';

const rubric = `rubric:
  scale: [0, 5]
  dimensions:
    - { id: correctness, weight: 60 }
    - { id: visual-craft, weight: 40 }
`;
const clean = `# Judges
## Dimensions
- \`correctness\` (60 %): is it right?
- **Visual craft** (weight 40): does it look right?

Score each from 0 to 5.
`;
const lint = (judgeBrief: string | undefined, { task = 'Do it.', more = rubric } = {}) =>
  lintTexts(readBriefFile(`name: x\ncontestants: [claude]\n${more}`, 'brief.yaml'), { task, judgeBrief }).map(
    ({ file, line, text }) => `${file}:${line}: ${text}`,
  );

describe('the rubric and JUDGE_BRIEF.md', () => {
  it('agree, however names are written', () => {
    expect(lint(clean)).toEqual([]);
    expect(
      lint('## Rubric\n| dimension | weight |\n|---|---:|\n| correctness | 60 |\n| visual_craft | 40 |\n'),
    ).toEqual([]);
    expect(lint('### Correctness\nbla\n### Visual Craft\nbla\n')).toEqual([]);
  });

  it('do not: a dimension is missing on either side', () => {
    expect(lint(clean.replace(/.*Visual.*\n/, ''))).toEqual([
      'brief.yaml:7: JUDGE_BRIEF.md does not say what the dimension visual-craft is',
    ]);
    expect(lint(`${clean}- \`corectness\`: again\n- \`speed\`: is it fast?\n`)).toEqual([
      'JUDGE_BRIEF.md:7: it names the dimension corectness, which the rubric does not have; correctness is meant, perhaps',
      'JUDGE_BRIEF.md:8: it names the dimension speed, which the rubric does not have',
    ]);
    expect(lint(undefined)).toEqual([
      'brief.yaml:3: there is a rubric, and no JUDGE_BRIEF.md that explains it to judges',
    ]);
    expect(lint(clean, { more: '' })).toEqual([
      'JUDGE_BRIEF.md:3: it names the dimension correctness, and brief.yaml has no rubric',
    ]);
  });

  it('do not: weights and scale', () => {
    expect(lint(clean.replace('60 %', '70 %').replace('0 to 5', '1-10'))).toEqual([
      'JUDGE_BRIEF.md:3: it gives correctness 70 %, and the rubric 60 %',
      'JUDGE_BRIEF.md:6: it says 1-10, and the scale of the rubric is 0 to 5',
    ]);
    expect(lint(clean.replace('from 0 to 5', 'out of 10'))).toEqual([
      'JUDGE_BRIEF.md:6: it says out of 10, and the scale of the rubric is 0 to 5',
    ]);
    expect(lint(`${clean}All dimensions count equally.\n`)).toEqual([
      'JUDGE_BRIEF.md:7: it says that all dimensions weigh the same, and in the rubric they do not',
    ]);
    const alike = rubric.replace(', weight: 60', '').replace(', weight: 40', '');
    expect(lint('`correctness`, `visual-craft`: they count alike.', { more: alike })).toEqual([]);
  });

  it('is not disturbed by other lists, numbers, code and comments', () => {
    expect(
      lint(
        `${clean}\n# Files\n- \`review.md\`: the review\n- **Deadline**: 10-12 May\n\n<!-- ## Dimensions\n- \`x\` -->\n\`\`\`\n## Dimensions\n- \`y\`: 1 to 9 points\n\`\`\`\n`,
      ),
    ).toEqual([]);
  });
});

describe('the rubric and BRIEF.md', () => {
  it('agree where BRIEF.md says nothing of it, or all of it', () => {
    expect(lint(clean, { task: `Do it.\n${clean}` })).toEqual([]);
  });

  it('do not where it names only some, or others', () => {
    expect(lint(clean, { task: 'Do it.\n## How it is scored\n- `correctness`\n- `beauty`\n' })).toEqual([
      'BRIEF.md:3: it names dimensions of the rubric, but not visual-craft',
      'BRIEF.md:4: it names the dimension beauty, which the rubric does not have',
    ]);
  });
});

describe('required outputs', () => {
  const outputs = (paths: string, task: string) =>
    lint(undefined, { task, more: `outputs:\n  required: [${paths}]\n` });

  it('are asked for, and handed in', () => {
    expect(outputs('RESULT.md, docs/PLAN.md', 'Write `out/RESULT.md` and PLAN.md.')).toEqual([]);
    expect(outputs('RESULT.md', 'Do it.')).toEqual([
      'brief.yaml:4: BRIEF.md does not ask for RESULT.md, which is required',
    ]);
    expect(outputs('dist/app.js, run.log', 'dist/app.js, run.log')).toEqual([
      'brief.yaml:4: the required output dist/app.js lies in dist, which is a folder of tools and not handed in',
      'brief.yaml:4: the required output run.log is a log, which is not handed in',
    ]);
  });
});

it('names of dimensions and scales are read where they stand', () => {
  expect(dimensionsIn('## Scoring\n1. **`a`** 20 %\n* __b__: x\n#### `c` (30%)\n| d | 10 |\n')).toEqual([
    { name: 'a', line: 2, weight: 20 },
    { name: 'b', line: 3 },
    { name: 'c', line: 4, weight: 30 },
    { name: 'd', line: 5, weight: 10 },
  ]);
  expect(scalesIn('Score 1–5.\nA score of 2..7 or 10-3.\nPages 3-4.').map(({ words }) => words)).toEqual([
    '1–5',
    '2..7',
  ]);
});

describe('a folder', () => {
  let place: string;
  const machine = () => ({
    ...thisMachine(),
    cwd: place,
    home: place,
    env: { JOUST_HOME: join(place, '.data'), JOUST_CONFIG_DIR: join(place, '.config'), PATH: '' },
  });
  const said = async (yaml: string) => {
    writeFileSync(join(place, 'brief.yaml'), `name: x\n${yaml}`);
    writeFileSync(join(place, 'BRIEF.md'), 'Do it.');
    return (await lintBrief(place, machine())).map(({ line, kind, text }) => `${line} ${kind} ${text}`);
  };
  beforeEach(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'joust-lint-')));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  it.each(templateNames())('made from the template %s has nothing to be found', async (template) => {
    const { folder } = await newBrief({ name: 't', template, contestants: ['claude', 'codex'] }, machine());
    expect(await lintBrief(join(place, folder), machine())).toEqual([]);
  });

  it('has judges of other families than its contestants', async () => {
    expect(await said('contestants: [claude, a=claude]\njudges:\n  - codex\n  - j=claude')).toEqual([
      '5 problem the judge j is of the family anthropic, as all contestants are',
    ]);
    expect(await said('contestants: [claude, codex]\njudges: [j=claude]')).toEqual([
      '3 warning every judge is of a family that plays; one of another would be fairer',
    ]);
    expect(await said('contestants: [claude, codex]\njudges: [j=claude, gemini]')).toEqual([]);
    expect(await said('contestants: [d=dummy]\njudges: [j=dummy]')).toEqual([]);
  });

  it('names nobody who is not known', async () => {
    expect(await said('contestants: [mine, {name: a, agent: other}]')).toEqual([
      '2 problem there is no agent or contestant named "mine"',
      expect.stringMatching(/^2 problem there is no agent or contestant named/),
    ]);
  });
});
