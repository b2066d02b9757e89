// The choice in a judge's JSON: it counts only with the nonce, and only if it does not stand in an entry.
import type { FoundJson } from './json-in-text.ts';
import type { LabelNames } from './label-names.ts';
import { readPick } from './read-pick.ts';
import { type Statement, settle } from './statement.ts';

export interface JsonQuestion {
  readonly labels: readonly string[];
  readonly nonce?: string;
  readonly names: LabelNames;
  readonly quoted: (text: string) => boolean;
}

export type JsonVerdict =
  | { readonly type: 'settled'; readonly statement: Statement }
  | { readonly type: 'none'; readonly why: 'unknown-label' | 'contradictory' }
  /** No JSON that counts, and what was wrong with the one there was. */
  | { readonly type: 'unsaid'; readonly why: 'no-verdict' | 'wrong-nonce' | 'quoted' };

const choiceKeys = [
  'choice',
  'winner',
  'verdict',
  'preference',
  'pick',
  'decision',
  'answer',
  'better',
  'best',
  'finalverdict',
];
const rankingKeys = ['orderedmodels', 'ranking', 'ranks', 'order'];
const reasonKeys = [
  'reason',
  'rationale',
  'explanation',
  'conciseexplanation',
  'justification',
  'reasoning',
  'why',
];

export function jsonVerdict(found: readonly FoundJson[], question: JsonQuestion): JsonVerdict {
  const readings = found.flatMap((json) => readingsOf(json, question));
  if (readings.includes('unknown-label')) return { type: 'none', why: 'unknown-label' };
  const settled = settle(readings.filter((reading) => typeof reading !== 'string'));
  if (settled.type === 'contradictory') return { type: 'none', why: 'contradictory' };
  if (settled.type === 'settled') return settled;
  const faults = readings.filter((reading) => reading === 'quoted' || reading === 'wrong-nonce');
  return { type: 'unsaid', why: faults.at(-1) ?? 'no-verdict' };
}

type Reading = Statement | 'quoted' | 'wrong-nonce' | 'unknown-label';

function readingsOf({ value, text, start }: FoundJson, question: JsonQuestion): readonly Reading[] {
  const place = { depth: 0, nonceSaid: question.nonce === undefined, question };
  return verdictsIn(value, place).map(({ fields, nonceSaid }) => {
    if (question.quoted(text)) return 'quoted';
    if (!nonceSaid) return 'wrong-nonce';
    const label = labelIn(fields, question);
    if (label === undefined) return 'unknown-label';
    return { label, at: start, words: text, weight: 'stated', ...reasonIn(fields) };
  });
}

type Fields = ReadonlyMap<string, unknown>;

interface Place {
  readonly depth: number;
  /** By the object itself or one that holds it. */
  readonly nonceSaid: boolean;
  readonly question: JsonQuestion;
}

/** The objects that have a place for a choice, however they are wrapped; a list of ranks is one too. */
function verdictsIn(value: unknown, place: Place): readonly { fields: Fields; nonceSaid: boolean }[] {
  if (place.depth > 4 || typeof value !== 'object' || value === null) return [];
  const list = Array.isArray(value);
  const fields: Fields = list && isRanking(value) ? new Map([['ranking', value]]) : fieldsOf(value);
  const nonceSaid = place.nonceSaid || saysNonce(fields, place.question.nonce);
  if (choiceKey(fields) !== undefined || rankingKey(fields) !== undefined) return [{ fields, nonceSaid }];
  const inner = list ? value : [...fields.values()];
  return inner
    .slice(0, 100)
    .flatMap((item) => verdictsIn(item, { ...place, depth: place.depth + 1, nonceSaid }));
}

function choiceKey(fields: Fields): string | undefined {
  return choiceKeys.find((key) => fields.has(key) && typeof fields.get(key) !== 'object') ?? nullKey(fields);
}

function nullKey(fields: Fields): string | undefined {
  return choiceKeys.find((key) => fields.get(key) === null);
}

function rankingKey(fields: Fields): string | undefined {
  return rankingKeys.find((key) => Array.isArray(fields.get(key)));
}

function isRanking(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every((item) => fieldsOf(item).has('rank'));
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();
  return new Map(
    Object.entries(value).map(([key, item]) => [key.toLowerCase().replace(/[\s_-]/gu, ''), item]),
  );
}

function saysNonce(fields: Fields, nonce: string | undefined): boolean {
  const said = fields.get('nonce');
  return (typeof said === 'string' || typeof said === 'number') && String(said).trim() === nonce;
}

function labelIn(fields: Fields, { labels, names }: JsonQuestion): string | null | undefined {
  const key = choiceKey(fields);
  if (key === undefined) return firstOf(fields.get(rankingKey(fields) ?? ''), names);
  const said = fields.get(key);
  return typeof said === 'string' || typeof said === 'number'
    ? readPick(String(said), labels, names)
    : undefined;
}

/** `[{"model": "B", "rank": 1}, ...]` or `["B", "A"]`; two in the first place are a tie. */
function firstOf(ranking: unknown, names: LabelNames): string | null | undefined {
  if (!Array.isArray(ranking)) return;
  const plain = ranking[0];
  if (typeof plain === 'string') return names.labelOfWhole(plain);
  const rows = ranking.map(fieldsOf);
  const ranks = rows.map((row) => row.get('rank'));
  if (!ranks.every((rank) => typeof rank === 'number')) return;
  const best = Math.min(...ranks);
  const first = rows.filter((row) => row.get('rank') === best);
  if (first.length > 1) return null;
  const name = [...(first[0] ?? [])].find(([key]) => key !== 'rank')?.[1];
  return typeof name === 'string' ? names.labelOfWhole(name) : undefined;
}

function reasonIn(fields: Fields): { reason?: string } {
  const reason = reasonKeys.map((key) => fields.get(key)).find((value) => typeof value === 'string');
  return typeof reason === 'string' ? { reason } : {};
}
