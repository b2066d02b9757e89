// ask: every contestant answers the same question on its own; nobody is ranked.
import { isOk } from '../../contest/handle/step.ts';
import { defineLateFormat } from '../format.ts';
import { isPlain, options, request, setUp } from './options.ts';

export const ask = defineLateFormat({
  name: 'ask',
  version: 1,
  about: {
    summary: 'put one question to several agents, side by side',
    details: 'Every answer is printed the moment it lands. Contestants may read the folder, not write to it.',
    group: 'ask',
    tool: { default: true },
    takes: 'prompt',
    ends: { ok: 'answered' },
    page: { tabs: ['answers', 'verdicts'], opens: 'answers' },
    examples: [
      'joust ask "why is this test flaky?" -f test.log',
      'joust ask -c claude/opus -c codex "review the last commit"',
      'git diff | joust ask -n 2 "what could break?"',
    ],
  },
  request,
  options,
  isPlain,
  setUp,
  expects: ({ roster, task }) => roster.map((contestant) => ({ contestant, tier: task.tier })),
  /** Observers hear of each answer the moment it lands. */
  async play({ opened, task, attempt }) {
    const results = await Promise.all(
      opened.roster.map((contestant) => attempt({ ...task, key: `answer/${contestant.name}`, contestant })),
    );
    return { results, outcome: results.some(isOk) ? 'ok' : 'nothing-usable' };
  },
});
