// A contest as every tool tells it: one shape for all of them, with what to do next. What others wrote is quoted and cut where it
// would fill the caller's context; the whole of it is a resource.
import { z } from 'zod';
import { isStarted } from '../../contest/play/detached-player.ts';
import { type ContestAnswers, contestAnswers } from '../../operations/show/contest-answers.ts';
import { missingKeys } from '../../operations/show/missing-keys.ts';
import { type ContestResult, cannotBeTold } from '../../play/result.ts';
import { contestStatus } from '../../views/contest-status.ts';
import { listStates, okCount } from '../../views/contest-summary.ts';
import type { Document } from '../../views/document.ts';
import { documentMarkdown } from '../../views/render/document-markdown.ts';
import { type ContestJson, statusSchema } from '../../views/wire/contest-json.ts';
import type { Desk, Told } from './tool.ts';

export const contestUri = (id: string, ...path: readonly string[]): string =>
  ['joust://contests', id, ...path].map((part, at) => (at === 0 ? part : encodeURIComponent(part))).join('/');

const answerSchema = z.object({
  contestant: z.string(),
  role: z.string().optional().describe('absent: it competes'),
  outcome: z.string().describe('ok, or why there is no answer; open: at work'),
  reason: z.string().optional(),
  text: z.string().optional().describe('absent: it is what the result was made from, see `uri`'),
  uri: z.string().optional().describe('the resource with all of it'),
});
type Answer = z.output<typeof answerSchema>;

const toldSchema = z.object({
  id: z.string().describe('the contest; also the job id of one that is still played'),
  format: z.string(),
  state: z.enum(listStates),
  status: statusSchema,
  outcome: z.string().optional().describe('how it closed: ok, no-clear-winner, nothing-usable, ...'),
  winner: z.string().optional(),
  answers: z.array(answerSchema).optional(),
  result: z.looseObject({}).optional().describe('what it came to, as values'),
  text: z.string().describe('what it came to, for reading'),
  gate: z
    .object({
      question: z.string(),
      choices: z.array(z.string()),
      exhibits: z.array(z.object({ label: z.string(), text: z.string() })).optional(),
    })
    .optional()
    .describe('a person has to decide this'),
  costUsd: z.number().optional().describe('absent: unknown'),
  notes: z.array(z.string()).optional(),
  next: z.string().optional().describe('what to do next'),
});
type ToldContest = z.output<typeof toldSchema>;

/** Characters of answers, and of everything else that is told at once. */
const mostAnswers = 48_000;
const mostResult = 16_000;

export async function toldContest(id: string, { archive, place }: Desk): Promise<Told> {
  const answers = await contestAnswers(archive(), { ...place, audience: 'model' }, id);
  const contest = await answers.contest();
  // It takes a while until the record says who plays.
  const isBegun = contest.state === 'open' && isStarted(place.home, id);
  const state = isBegun ? 'playing' : (contest.state as ToldContest['state']);
  const came = state === 'closed' ? await answers.result() : {};
  const { document } = came;
  const list =
    contest.blind === true
      ? undefined
      : await answersOf(answers, contest, document === undefined && state === 'closed');
  const notes = [...contest.notes, ...keyNotes(answers, place.machine.env)];
  const structured: ToldContest = {
    id,
    format: contest.format ?? '',
    state,
    status: isBegun ? contestStatus({ ...answers.summary, playing: true }) : contest.status,
    ...outcomeOf(answers),
    winner: contest.winner,
    answers: list,
    ...valuesOf(came),
    text: cut(document === undefined ? standText(answers, state) : documentMarkdown(document), id),
    gate: contest.gate && gateOf(contest.gate),
    costUsd: contest.cost?.unknown === 0 ? contest.cost.usd : undefined,
    notes: notes.length > 0 ? notes : undefined,
    ...nextOf({ id, state, contest }),
  };
  return { structured, text: textOf(structured, came) };
}

/** Clients such as gemini start servers without the variables that look like keys. */
function keyNotes({ summary }: ContestAnswers, env: Desk['place']['machine']['env']): readonly string[] {
  const missing = missingKeys(summary, env);
  if (missing.length === 0) return [];
  return [
    `The client started joust without ${missing.join(', ')}. If you have that key, add it to \`env\` of joust's entry in the client's settings.`,
  ];
}

/** Where they do not fill the caller's context. */
function valuesOf({ result }: ContestResult): { readonly result?: Readonly<Record<string, unknown>> } {
  return result !== undefined && JSON.stringify(result).length <= mostResult ? { result: { ...result } } : {};
}

function outcomeOf({ record }: ContestAnswers): { readonly outcome?: string } {
  const closed = record.findLast(({ event }) => event.type === 'contest.closed')?.event;
  return closed?.type === 'contest.closed' ? { outcome: closed.outcome } : {};
}

/** The last of each; with their words where these are all there is. */
async function answersOf(
  answers: ContestAnswers,
  { id, attempts }: ContestJson,
  withText: boolean,
): Promise<Answer[]> {
  const last = [...new Map(attempts.map((one) => [`${one.role} ${one.contestant}`, one])).values()];
  let room = mostAnswers;
  const told: Answer[] = [];
  for (const { key, contestant, role, state, end, failure } of last) {
    const outcome = state === 'ended' ? String(end?.['outcome'] ?? state) : state;
    const uri = contestUri(id, 'answers', contestant);
    const isSaid = withText && role === undefined && state === 'ended';
    const text = isSaid ? (await answers.attempt(key)).text : undefined;
    told.push({
      contestant,
      outcome,
      uri,
      role,
      reason: failure?.reason,
      text: text !== undefined && text !== '' ? shortened(text, room, uri) : undefined,
    });
    room = Math.max(0, room - (text?.length ?? 0));
  }
  return told;
}

function cut(text: string, id: string): string {
  return shortened(text, mostAnswers, contestUri(id, 'report'));
}

function shortened(text: string, room: number, uri: string): string {
  if (text.length <= room) return text;
  return `${text.slice(0, room)}\n[${text.length - room} characters more: read ${uri}]`;
}

function gateOf({ question, choices, exhibits }: NonNullable<ContestJson['gate']>): ToldContest['gate'] {
  return { question, choices, exhibits };
}

function standText({ summary }: ContestAnswers, state: ToldContest['state']): string {
  const { format } = summary.opened;
  if (summary.blind === true) return `${format}: ${state}; nobody is named before the pick`;
  const { ok, of } = okCount(summary);
  return `${format}: ${state}, ${ok} of ${of} have answered`;
}

interface Stand {
  readonly id: string;
  readonly state: ToldContest['state'];
  readonly contest: ContestJson;
}

/** A caller never answers its own gate: what needs a person's word says which, and where it is given. */
function nextOf({ id, state, contest: { gate, next } }: Stand): { readonly next?: string } {
  if (state === 'playing') return { next: `call contest_result with id ${id}` };
  if (gate !== undefined && (state === 'waiting' || state === 'open')) {
    const word = gate.isPick ? 'pick' : 'answer';
    return { next: `ask your user to decide: joust ${word} ${id} ${gate.choices.join('|')}` };
  }
  if (state === 'parked' || state === 'open') return { next: `joust resume ${id}` };
  return next[0] === undefined ? {} : { next: `${next[0].why}: ${next[0].command}` };
}

/** For models: a line that says what it is, what it came to, and what to do. */
function textOf(told: ToldContest, { document, problem }: ContestResult): string {
  const { id, format, status, answers = [], gate, notes = [], next } = told;
  const quoted = document ?? answers.flatMap(answerBlock);
  const asked = gate === undefined ? [] : [gate.question, `Choices: ${gate.choices.join(', ')}`];
  const shown = (gate?.exhibits ?? []).map(
    ({ label, text }) => ({ type: 'quote', title: label, text }) as const,
  );
  const parts = [
    `${format} ${id}: ${status.text}`,
    ...notes,
    ...(quoted.length === 0 ? [told.text] : [cut(documentMarkdown(quoted), id)]),
    ...(problem === undefined ? [] : [`${cannotBeTold}: ${problem}`]),
    ...asked,
    ...(shown.length === 0 ? [] : [documentMarkdown(shown)]),
    ...(next === undefined ? [] : [`Next: ${next}`]),
  ];
  return parts.map((part) => part.trimEnd()).join('\n\n');
}

function answerBlock({ contestant, outcome, reason, text, role }: Answer): Document {
  if (text !== undefined) return [{ type: 'quote', title: contestant, text }];
  if (role !== undefined || outcome === 'ok') return [];
  return [
    { type: 'text', lines: [`${contestant}: ${outcome}${reason === undefined ? '' : ` (${reason})`}`] },
  ];
}
