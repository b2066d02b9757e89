// Who plays: contestants as people write them (`agent`, `agent/model`, a configured name, each with `*N` for copies), and all who
// take part in a contest.
import type { Contestant } from './contestant.ts';
import type { ContestOpened } from './event.ts';
import { JoustError } from './joust-error.ts';

export interface ContestantSpec {
  /** An agent's id or a name from the config. */
  readonly base: string;
  readonly model?: string;
  readonly copies: number;
}

const maxCopies = 64;
const baseShape = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Splits at the first slash, so that a model may contain further ones (`openrouter/qwen/qwen3`). */
export function parseContestant(text: string): ContestantSpec {
  const { body, copies } = splitCopies(text.trim());
  const slash = body.indexOf('/');
  const base = slash === -1 ? body : body.slice(0, slash);
  const model = slash === -1 ? undefined : body.slice(slash + 1);
  if (!baseShape.test(base))
    throw malformed(text, 'the name before the slash is not an agent or contestant name');
  if (model !== undefined && !isModel(model))
    throw malformed(text, 'the model after the slash is empty or has spaces');
  return { base, copies, model };
}

export function formatContestant(spec: ContestantSpec): string {
  const body = spec.model === undefined ? spec.base : `${spec.base}/${spec.model}`;
  return spec.copies === 1 ? body : `${body}*${spec.copies}`;
}

/** Gives every contestant a name of its own: names that stand alone stay, the others are numbered. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const total = new Map<string, number>();
  for (const name of names) total.set(name, (total.get(name) ?? 0) + 1);
  const taken = new Set(names.filter((name) => total.get(name) === 1));
  const next = new Map<string, number>();
  return names.map((name) => {
    if (total.get(name) === 1) return name;
    let number = next.get(name) ?? 0;
    do number += 1;
    while (taken.has(`${name}#${number}`));
    next.set(name, number);
    taken.add(`${name}#${number}`);
    return `${name}#${number}`;
  });
}

/** Those who compete and those who serve. */
export function everybody({
  roster,
  staff = [],
}: Pick<ContestOpened, 'roster' | 'staff'>): readonly Contestant[] {
  return [...roster, ...staff];
}

/**
 * Who it is over many contests. The same agent, model and effort are the same, whatever it was called. Where no model is named
 * and a program, an address, a script or a function stands behind it, that and its name are.
 */
export function identityOf({ name, agent, model, effort, settings = {} }: Contestant): string {
  const { command, baseUrl, script } = settings;
  const ofHost = agent === 'inline' ? agent : undefined;
  const behind = model === undefined ? (command?.join(' ') ?? baseUrl ?? script ?? ofHost) : undefined;
  const what = [...(behind === undefined ? [] : [behind]), ...(effort === undefined ? [] : [effort])];
  const who = model === undefined ? agent : `${agent}/${model}`;
  return `${behind === undefined ? who : name.replace(/#\d+$/, '')}${what.length === 0 ? '' : ` (${what.join(', ')})`}`;
}

function splitCopies(text: string): { body: string; copies: number } {
  const match = /^(.*)\*(\d{1,6})$/s.exec(text);
  if (match === null) return { body: text, copies: 1 };
  const copies = Number(match[2]);
  if (copies < 1 || copies > maxCopies) throw malformed(text, `copies go from 1 to ${maxCopies}`);
  return { body: match[1] ?? '', copies };
}

function isModel(model: string): boolean {
  return model.length > 0 && !/[\s*\p{Cc}\p{Cf}]/u.test(model);
}

function malformed(text: string, why: string): JoustError {
  const listed = text.split(',').filter((part) => part.trim() !== '');
  return new JoustError(`"${text}" is not a contestant: ${why}`, {
    code: 'usage',
    hint:
      listed.length > 1
        ? `Name each agent or agent/model on its own: ${listed.map((part) => `-c ${part.trim()}`).join(' ')}.`
        : 'Write agent, agent/model or a name from your config, with *N for copies: claude, codex/gpt-5.5, claude*3.',
  });
}
