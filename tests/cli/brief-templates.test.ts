// The briefs that are shipped: each plays as it is, from its making to its report.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project, root } from '../setup/project.ts';

const templates = readdirSync(join(root, 'templates/briefs'));

it('there are six', () => {
  expect(templates.toSorted()).toEqual(['code-review', 'design', 'hello', 'postmortem', 'proposal', 'spike']);
});

it.each(templates)('%s plays, is judged and is reported', async (template) => {
  using place = project();
  const who = ['-c', 'one=dummy', '-c', 'two=dummy'];
  const made = await place.joust(['brief', 'new', '260101-b', '--template', template, ...who]);
  expect(made.code, made.stderr).toBe(0);
  const lint = await place.joust(['brief', 'lint', '260101-b']);
  expect(lint.code, lint.stdout).toBe(0);
  const played = await place.joust(['brief', 'play', '260101-b']);
  expect(played.stdout, played.stderr).toContain('2 entries to judge');
  const judged = await place.joust(['brief', 'judge', '260101-b', '-j', 'scripted/judge']);
  expect([0, 3], judged.stderr).toContain(judged.code);
  const refined = await place.joust(['brief', 'refine', '260101-b']);
  expect(refined.stdout, refined.stderr).toContain('round 2, refined: 2 entries');
  const report = await place.joust(['brief', 'report', '260101-b']);
  expect(report.code, report.stderr).toBe(0);
  for (const name of ['leaderboard.md', 'summary.json', 'report.html', 'status.json', 'artifacts.json'])
    expect(existsSync(join(place.folder, '260101-b', name)), name).toBe(true);
});
