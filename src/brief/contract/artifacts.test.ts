import { describe, expect, it } from 'vitest';
import { classOf } from './artifacts.ts';

describe('classOf', () => {
  it.each([
    ['BRIEF.md', 'public'],
    ['work/ann/out/deep/index.html', 'public'],
    ['joust/work/ann/out/RESULT.md', 'public'],
    ['rounds/2/ann/out/RESULT.md', 'public'],
    ['judging/jill/review.md', 'public'],
    ['judging/jill/scores.json', 'public'],
    ['summary.json', 'public'],
    // Not what a judge or contestant leaves beside it.
    ['judging/jill/notes.md', 'operator'],
    ['work/ann/PROMPT.txt', 'operator'],
    ['work/ann/outside/x', 'operator'],
    ['rounds/1/ann/trace.json', 'operator'],
    ['docs/BRIEF.md', 'operator'],
    ['brief.yaml', 'operator'],
    ['raw/facts.txt', 'operator'],
    ['FEEDBACK_ann.md', 'operator'],
    ['status.json', 'operator'],
    ['whatever', 'operator'],
    // multicooker's.
    ['judging/_mapping.json', 'host_only'],
    ['judging/_work-jill/x', 'host_only'],
    ['rounds/1/_inbox/ann/out/x', 'host_only'],
    ['.mc-lock', 'host_only'],
    // Wherever it lies.
    ['.auth/claude/token', 'secret'],
    ['work/ann/out/.env', 'secret'],
    ['work/ann/out/.env.local', 'secret'],
    ['rounds/1/ann/out/keys/id_ed25519', 'secret'],
    ['work/ann/out/server.PEM', 'secret'],
    ['raw/credentials.json', 'secret'],
  ])('%s is %s', (path, visibility) => {
    expect(classOf(path).visibility).toBe(visibility);
  });

  it('says what it is', () => {
    expect(classOf('rounds/1/ann/out/x').kind).toBe('round');
    expect(classOf('work/ann/out/.env').kind).toBe('work');
    expect(classOf('whatever').kind).toBe('other');
  });
});
