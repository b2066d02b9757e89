// Reviewers of a brief: what they see, who may be one, and which of their replies reach the next round.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shell } from '../setup/brief-files.ts';
import { briefPlace, judges, read, script, yaml } from '../setup/brief-place.ts';

const consult = ['brief', 'consult', 'b', '--of', 'ann', '--by', 'cy'];

it('fails if no reviewer gives a verdict, and keeps the reply out of the feedback', async () => {
  using place = briefPlace({ 'cy.json': script({ say: 'I am only a language model.' }) });
  await place.joust(['brief', 'play', 'b']);
  const { code, stdout } = await place.joust([...consult, '--refine']);
  expect(code).toBe(1);
  expect(stdout).toContain('cy: no verdict');
  expect(existsSync(join(place.brief, 'FEEDBACK_ann.md'))).toBe(false);
  expect(JSON.parse(read(place, 'status.json'))).toMatchObject({ round: 1 });
});

it('keeps the reviews with a verdict', async () => {
  using place = briefPlace({ 'cy.json': script({ say: 'VERDICT: fix\n\nMend it.' }) });
  place.config(`${place.configured}${shell('dee', 'echo hmm')}`);
  await place.joust(['brief', 'play', 'b']);
  expect((await place.joust([...consult, '--by', 'dee'])).code).toBe(0);
  expect(read(place, 'FEEDBACK_ann.md')).toContain('Mend it.');
  expect(read(place, 'FEEDBACK_ann.md')).not.toContain('hmm');
});

it('shows reviewers the raw material, and the leaderboard with letters instead of names', async () => {
  using place = briefPlace({ 'b/raw/data/figures.csv': 'a,b\n1,2\n' });
  const told = join(place.folder, 'told');
  place.config(`${place.configured}${shell('dee', `cat >${told}; echo VERDICT: ship`)}`);
  await place.joust(['brief', 'play', 'b']);
  await place.joust(['brief', 'judge', 'b', ...judges]);
  const { code, stderr } = await place.joust(['brief', 'consult', 'b', '--of', 'bob', '--by', 'dee']);
  expect(code, stderr).toBe(0);
  const prompt = readFileSync(told, 'utf8');
  expect(prompt).toContain('raw/facts.txt');
  expect(prompt).toContain('the facts');
  expect(prompt).toContain('a,b');
  expect(prompt).toMatch(/\| 1 +\| [AB] +\| \d+\.\d %/);
  expect(prompt).toMatch(/This entry is [AB] there/);
  expect(prompt).not.toMatch(/\bann\b|\bbob\b/);
});

it('needs no trust for multicooker’s dummy as a reviewer', async () => {
  using place = briefPlace({
    'b/brief.yaml': yaml('participants: [ann=dummy]', 'consult: { reviewers: [dummy] }'),
  });
  const played = await place.joust(['brief', 'play', 'b']);
  expect(played.code, played.stderr).toBe(0);
  const { code, stderr } = await place.joust(['brief', 'consult', 'b']);
  expect(code, stderr).toBe(0);
  expect(read(place, 'FEEDBACK_ann.md')).toContain('Prioritised fixes');
});

it('gives FEEDBACK_dummy.md to contestants of the flavor dummy', async () => {
  using place = briefPlace({
    'b/brief.yaml': yaml('participants: [one=dummy, { name: two, flavor: dummy }]'),
    'b/FEEDBACK_dummy.md': 'Write less.\n',
  });
  await place.joust(['brief', 'play', 'b']);
  const { stderr } = await place.joust(['brief', 'refine', 'b']);
  for (const name of ['one', 'two'])
    expect(stderr).toContain(`${name} is told what stands in FEEDBACK_dummy.md.`);
});
