// A review that is played as a whole, and on from every prefix of its record: a judge that mumbles first, and second looks.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InlineContestant, InlineContestants } from '../../src/contest/attempt/inline.ts';
import { madeRepository } from '../setup/repository.ts';
import type { PlayedFormat } from './play-prefix.ts';

const inline = (...names: readonly string[]) => names.map((name) => ({ name, agent: 'inline' }));

const nonceIn = (prompt: string) => /\{"nonce": "([a-z0-9]+)"/.exec(prompt)?.[1] ?? '';
/** Finds this; of what others found, it says that it is real. */
const reviews =
  (...findings: readonly object[]): InlineContestant =>
  ({ key, prompt }) =>
    key.startsWith('confirm/')
      ? JSON.stringify({
          nonce: nonceIn(prompt),
          answers: [{ finding: 'F1', verdict: 'real', reason: 'so it is' }],
        })
      : JSON.stringify({ findings });

const reviewers: InlineContestants = {
  ann: reviews({ file: 'code.txt', line: 1, severity: 'high', claim: 'the old word is gone' }),
  bob: reviews({ file: 'code.txt', line: 2, severity: 'low', claim: 'nobody asked for this' }),
  cy: reviews(),
  judge: ({ key, prompt }) =>
    key === 'same'
      ? 'They are much alike.'
      : JSON.stringify({ nonce: nonceIn(prompt), groups: [['F1', 'F2']] }),
};

/** A change that is not committed. */
function makeChange(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { git, write } = madeRepository(folder);
  write('code.txt', 'old\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  writeFileSync(join(folder, 'code.txt'), 'new\nand more\n');
}

const reviewed: PlayedFormat['requests'][number] = async (played) => {
  const { review } = await import('../../src/formats/review/review.ts');
  const serving = () => ({ name: 'judge', staff: inline('judge'), notes: [] });
  const scene = { roster: inline('ann', 'bob', 'cy'), serving } as never;
  const { prompt = '', staff = [], prepare } = await review.setUp({ judge: 'judge' }, scene);
  return {
    format: 'review',
    files: [],
    cwd: played.folder,
    tier: 'read',
    joustVersion: '0',
    prompt,
    staff,
    roster: inline('ann', 'bob', 'cy'),
    prepare,
  };
};

export const playedReview: PlayedFormat = {
  name: 'review',
  functions: reviewers,
  prepare: makeChange,
  requests: [reviewed],
};
