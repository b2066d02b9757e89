// distill: the council answers, each on its own, and one aggregator merges what is ok; in several layers where that is wanted.
import type { Contest } from '../../contest/handle/contest.ts';
import { shuffled } from '../../contest/handle/draw.ts';
import { type AttemptResult, type EndedAttempt, isOk } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { type Blinded, blind } from '../../judging/blind/blind.ts';
import type { Entry } from '../../judging/entry.ts';
import { defineFormat } from '../format.ts';
import { entryOf, judgingContext } from '../judges.ts';
import { type DistillOptions, options, request, setUp } from './options.ts';
import { mergePrompt, proposePrompt } from './prompts.ts';
import { readSources } from './read-sources.ts';
import { type DistillResult, distillResult } from './result.ts';

/** One answer is nothing to merge. */
const fewest = 2;

export const distill = defineFormat({
  name: 'distill',
  version: 1,
  about: {
    summary: 'put one question to several agents and merge their answers into one',
    details:
      'Standard output has the merged answer and nothing else. Whoever merges sees the answers shuffled and without names. It takes 2 ok answers.',
    group: 'ask',
    tool: { default: true },
    takes: 'prompt',
    ends: { ok: 'merged', none: 'not merged' },
    page: { result: 'Sources', tabs: ['answers', 'verdicts'] },
    examples: [
      'joust distill "how should we shard this table?"',
      'joust distill -c claude -c codex -c gemini -s codex --sources "what causes this crash?" -f crash.log',
    ],
  },
  request,
  options,
  result: distillResult,
  setUp,
  shows: ({ role }, { council }) => role === undefined && council,
  expects({ roster, staff, options: { layers, synthesizer }, task }) {
    const merging = [...roster, ...staff].find(({ name }) => name === synthesizer) ?? roster[0];
    const oneLayer = [...roster, ...(merging === undefined ? [] : [merging])];
    return Array.from({ length: layers }, () => oneLayer)
      .flat()
      .map((contestant) => ({ contestant, tier: task.tier }));
  },
  async play(contest, { layers, council: isShown }) {
    const results: AttemptResult[] = [];
    let result: DistillResult = { type: 'distill', layer: 0, council: [] };
    let council = contest.opened.roster;
    let draft: Entry | undefined;
    for (let layer = 1; layer <= layers; layer += 1) {
      const { answers, merge, ...more } = await playLayer(contest, { layer, council, draft });
      results.push(...answers, ...(merge === undefined ? [] : [merge.attempt]));
      const told = answers.map((one) => ({ contestant: one.contestant.name, layer, outcome: fateOf(one) }));
      result = { ...result, ...merge?.told, ...more, council: [...result.council, ...told] };
      // The next layer would rest on a merge that changes when whoever is parked has answered.
      if (merge?.entry === undefined || answers.some(({ state }) => state === 'parked')) break;
      draft = merge.entry;
      council = answers.filter(isOk).map(({ contestant }) => contestant);
    }
    if (result.merged !== undefined) return { results, outcome: 'ok', result };
    const answers = isShown ? [] : await leftAnswers(results);
    return {
      results,
      outcome: 'nothing-usable',
      result: { ...result, ...(answers.length > 0 && { answers: [...answers] }) },
    };
  },
});

/** What there is to read where nothing was merged, and nobody is waited for who could still change that. */
async function leftAnswers(
  results: readonly AttemptResult[],
): Promise<readonly { contestant: string; text: string }[]> {
  if (results.some(({ state }) => state === 'parked')) return [];
  const ok = results.filter(isOk);
  return await Promise.all(
    ok.map(async (one) => ({ contestant: one.contestant.name, text: await one.text() })),
  );
}

function optionsOf({ opened }: Contest): DistillOptions {
  return options.parse(opened.options);
}

interface Layer {
  readonly layer: number;
  readonly council: readonly Contestant[];
  /** What the layer before came to. */
  readonly draft: Entry | undefined;
}

interface Merge {
  readonly attempt: AttemptResult;
  readonly told: Partial<Pick<DistillResult, 'merged' | 'problem' | 'sources' | 'layer'>>;
  /** Absent: it was not merged. */
  readonly entry?: Entry;
}

async function playLayer(
  contest: Contest,
  at: Layer,
): Promise<{ answers: readonly AttemptResult[]; merge?: Merge; problem?: DistillResult['problem'] }> {
  const { layer } = at;
  const answers = await propose(contest, at);
  const ok = answers.filter(isOk);
  if (ok.length < fewest) return { answers, problem: { type: 'too-few', layer } };
  const by = await aggregator(contest, layer, ok);
  return { answers, merge: await merged(contest, { layer, by, ok }) };
}

async function propose(
  contest: Contest,
  { layer, council, draft }: Layer,
): Promise<readonly AttemptResult[]> {
  const { task } = contest;
  const prefix = layer === 1 ? 'answer' : `answer-${layer}`;
  const prompt =
    draft === undefined
      ? task.prompt
      : proposePrompt(
          task.prompt,
          await blind(contest, { key: prefix, entries: [draft], context: judgingContext(contest) }),
        );
  return await Promise.all(
    council.map((contestant) =>
      contest.attempt({ ...task, prompt, key: `${prefix}/${contestant.name}`, contestant }),
    ),
  );
}

/** Settled from the results: whoever answered can be reached and knows the task. */
async function aggregator(contest: Contest, layer: number, ok: readonly EndedAttempt[]): Promise<Contestant> {
  const { synthesizer } = optionsOf(contest);
  const { roster, staff = [] } = contest.opened;
  const named = [...roster, ...staff].find(({ name }) => name === synthesizer);
  if (named !== undefined) return named;
  const names = roster.map(({ name }) => name);
  const order =
    synthesizer === 'random'
      ? await contest.draw(`aggregator/${layer}`, (random) => shuffled(names, random))
      : names;
  const answered = ok.map(({ contestant }) => contestant);
  const found = order.flatMap((name) => answered.filter((one) => one.name === name))[0];
  if (found === undefined) throw new Error(`nobody can merge: ${synthesizer}`);
  return found;
}

async function merged(
  contest: Contest,
  { layer, by, ok }: { layer: number; by: Contestant; ok: readonly EndedAttempt[] },
): Promise<Merge> {
  const { sources: wanted, layers } = optionsOf(contest);
  const { task } = contest;
  const sources = wanted && layer === layers;
  const entries = await Promise.all(ok.map(async (one) => entryOf(one, await one.text())));
  // A draw is made once for its key: more answers after a resume need one of their own.
  const key = `merge/${layer}/${entries.length}`;
  const blinded = await blind(contest, { key, entries, context: judgingContext(contest) });
  const attempt = await contest.attempt({
    key: `merge/${layer}`,
    contestant: by,
    prompt: mergePrompt(blinded, { task: task.prompt, sources }),
    tier: 'read',
    cwd: task.cwd,
    role: 'aggregator',
    bare: true,
  });
  if (!isOk(attempt)) return { attempt, told: { problem: problemOf(attempt, layer) } };
  const reply = await attempt.text();
  const read = sources ? readSources(reply, blinded) : { answer: reply };
  return {
    attempt,
    entry: entryOf(attempt, read.answer),
    told: {
      layer,
      merged: { text: read.answer, by: by.name },
      ...(sources && { sources: sourcesOf(read, blinded) }),
    },
  };
}

function sourcesOf(
  { sources }: Partial<ReturnType<typeof readSources>>,
  { shown }: Blinded,
): NonNullable<DistillResult['sources']> {
  if (sources === undefined) return { type: 'unread' };
  const who = shown.map(({ label, entry }) => ({ label, contestant: entry.contestant }));
  return { type: 'read', who, parts: [...sources.parts], dropped: [...sources.dropped] };
}

function problemOf(attempt: AttemptResult, layer: number): NonNullable<DistillResult['problem']> {
  const by = attempt.contestant.name;
  if (attempt.state === 'parked') return { type: 'merge-parked', layer, by };
  return { type: 'merge-failed', layer, by, reason: attempt.end.reason ?? attempt.end.outcome };
}

function fateOf(result: AttemptResult): DistillResult['council'][number]['outcome'] {
  return result.state === 'parked' ? 'parked' : result.end.outcome;
}
