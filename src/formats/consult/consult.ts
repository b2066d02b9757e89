// consult: reviewers, who do not judge, look at one entry and say what would make it better.
import type { Contest } from '../../contest/handle/contest.ts';
import type { AttemptResult } from '../../contest/handle/step.ts';
import { blind } from '../../judging/blind/blind.ts';
import { defineFormat, type FormatEnd } from '../format.ts';
import { entriesWithText, judgingContext, serving } from '../judges.ts';
import { taskWithMaterial } from '../judging-material.ts';
import { options, request, setUp } from './options.ts';
import { consultPrompt, verdictIn } from './prompts.ts';
import { type ConsultResult, consultResult } from './result.ts';

export const consult = defineFormat({
  name: 'consult',
  version: 1,
  about: {
    summary: 'reviewers say what would make an entry better',
    group: 'decide',
    takes: { entries: 1 },
    ends: { ok: 'reviewed', none: 'not reviewed' },
    command: 'own',
  },
  request,
  options,
  bare: true,
  result: consultResult,
  setUp,
  shows: false,
  expects: ({ roster, staff, options: { reviewers }, task }) =>
    [...roster, ...staff]
      .filter(({ name }) => reviewers.includes(name))
      .map((contestant) => ({ contestant, tier: task.tier })),
  async play(contest, { of, reviewers, entries, material }): Promise<FormatEnd<ConsultResult>> {
    const context = judgingContext(contest);
    const [entry] = await entriesWithText(contest, entries);
    if (entry === undefined) return { results: [], outcome: 'nothing-usable' };
    const task = await taskWithMaterial(contest, context.task, material);
    const asked = await Promise.all(
      serving(contest, reviewers).map(async (contestant) => {
        const key = `review/${contestant.name}`;
        const { text } = await blind(contest, { key, entries: [entry], context });
        const { cwd } = contest.task;
        const step = { key, contestant, cwd, prompt: consultPrompt(text, task) };
        return await contest.attempt({ ...step, tier: 'read', role: 'analyst', bare: true });
      }),
    );
    const reviews = await Promise.all(asked.map(reviewOf));
    return {
      results: asked,
      outcome: reviews.some(({ verdict }) => verdict !== undefined) ? 'ok' : 'nothing-usable',
      result: { type: 'consultation', ...aboutOf(contest), of, reviews },
    };
  },
});

function aboutOf({ opened: { about } }: Contest): Pick<ConsultResult, 'about'> {
  return about === undefined ? {} : { about };
}

async function reviewOf(result: AttemptResult): Promise<ConsultResult['reviews'][number]> {
  const reviewer = result.contestant.name;
  if (result.state === 'parked') return { reviewer, problem: result.parked.reason };
  if (result.end.outcome !== 'ok') return { reviewer, problem: result.end.reason ?? result.end.outcome };
  const text = await result.text();
  const verdict = verdictIn(text);
  return { reviewer, text, verdict };
}
