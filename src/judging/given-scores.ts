// Finds the numbers a judge gave to dimensions in a JSON value, however it wrapped them.

export interface GivenScore {
  readonly name: string;
  readonly value: number;
  /** The scale's end, where the judge named it: "4/5". */
  readonly outOf?: number;
  readonly given: string;
}

export interface GivenScores {
  readonly given: readonly GivenScore[];
  readonly nonceSaid: boolean;
  readonly reason?: string;
}

const nameKeys = ['dimension', 'name', 'criterion', 'criteria', 'metric', 'aspect', 'category', 'key', 'id'];
const scoreKeys = ['score', 'value', 'rating', 'points', 'grade'];
const reasonKeys = ['reason', 'rationale', 'explanation', 'justification', 'comment', 'summary'];
/** A judge's own sums and notes about the scale are no scores, unless a dimension is called so. */
const ignoredKeys =
  /^(?:sub)?(?:total|overall|sum|average|mean|final|weighted|weights?|max|min|scale|percent)/u;
const maxDepth = 8;
const maxObjects = 5_000;

/** A dimension that is given twice with different numbers is not given. */
export function givenScores(
  value: unknown,
  names: readonly string[],
  nonce: string | undefined,
): GivenScores {
  const walk: Walk = {
    names: new Map(names.map((name) => [plainKey(name), name])),
    nonce,
    given: [],
    left: maxObjects,
  };
  visit(value, walk, 0);
  const once = names.flatMap((name) => {
    const all = walk.given.filter((score) => score.name === name);
    const first = all[0];
    return first !== undefined &&
      all.every((score) => score.value === first.value && score.outOf === first.outOf)
      ? [first]
      : [];
  });
  return {
    given: once,
    nonceSaid: walk.nonceSaid ?? false,
    ...(walk.reason === undefined ? {} : { reason: walk.reason }),
  };
}

interface Walk {
  readonly names: ReadonlyMap<string, string>;
  readonly nonce: string | undefined;
  readonly given: GivenScore[];
  nonceSaid?: boolean;
  reason?: string;
  left: number;
}

function visit(value: unknown, walk: Walk, depth: number): void {
  walk.left -= 1;
  if (typeof value !== 'object' || value === null || depth > maxDepth || walk.left < 0) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, maxObjects)) visit(item, walk, depth + 1);
    return;
  }
  visitObject(
    Object.entries(value).map(([key, item]) => [plainKey(key), item]),
    walk,
    depth,
  );
}

function visitObject(fields: readonly [string, unknown][], walk: Walk, depth: number): void {
  const named = namedScore(fields, walk);
  if (named !== undefined) walk.given.push(named);
  for (const [key, item] of fields) {
    const name = walk.names.get(key);
    if (name !== undefined) addScore(name, item, walk);
    else if (key === 'nonce') walk.nonceSaid ||= String(item).trim() === walk.nonce;
    else if (reasonKeys.includes(key) && typeof item === 'string') walk.reason ??= item;
    else if (!ignoredKeys.test(key)) visit(item, walk, depth + 1);
  }
}

/** `{"dimension": "clarity", "score": 4}` */
function namedScore(fields: readonly [string, unknown][], walk: Walk): GivenScore | undefined {
  const said = fields.find(([key, item]) => nameKeys.includes(key) && typeof item === 'string')?.[1];
  const name = typeof said === 'string' ? walk.names.get(plainKey(said)) : undefined;
  const score = fields.find(([key]) => scoreKeys.includes(key))?.[1];
  return name === undefined ? undefined : scoreOf(name, score);
}

/** `"clarity": 4` or `"clarity": {"score": 4, "reason": "..."}` */
function addScore(name: string, item: unknown, walk: Walk): void {
  const inner = typeof item === 'object' && item !== null ? Object.entries(item) : undefined;
  const held = inner?.find(([key]) => scoreKeys.includes(plainKey(key)))?.[1];
  const score = scoreOf(name, inner === undefined ? item : held);
  if (score !== undefined) walk.given.push(score);
}

function scoreOf(name: string, item: unknown): GivenScore | undefined {
  if (typeof item === 'number')
    return Number.isFinite(item) ? { name, value: item, given: String(item) } : undefined;
  if (typeof item !== 'string' || item.length > 40) return;
  const text = item.trim();
  const [, value, outOf] =
    /^(-?\d+(?:\.\d+)?)(?:\s*(?:\/|out of)\s*(\d+(?:\.\d+)?))?(?:\s*(?:points?|pts?))?\.?$/iu.exec(text) ??
    [];
  if (value === undefined) return;
  return {
    name,
    value: Number(value),
    given: text,
    ...(outOf === undefined ? {} : { outOf: Number(outOf) }),
  };
}

/** Case, dashes, underscores and blanks are no difference between keys. */
function plainKey(key: string): string {
  return key
    .slice(0, 200)
    .toLowerCase()
    .replace(/[\s_-]+/gu, '');
}
