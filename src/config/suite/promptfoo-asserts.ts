// Asserts of promptfoo in the words of a suite: its mappings, and what stands in a column `__expected`. What has no counterpart is said.
import { visible } from '../config.ts';
import type { AssertTable } from './suite-schema.ts';

/** Undefined: nothing holds by it, since it was said what is wrong with it. */
type Say = (text: string, hint: string) => undefined;

interface FooAssert {
  readonly type: string;
  readonly value: unknown;
  readonly threshold: number | undefined;
  readonly weight: number | undefined;
  readonly name: string | undefined;
}

const supported =
  'contains, icontains, contains-any, contains-all, icontains-any, icontains-all, equals, regex, starts-with, is-json, javascript, python, llm-rubric, cost and latency, most of them with not- before it';

/** Keys that change what an assert means, and are not read. */
const meaning = new Set(['transform', 'contextTransform', 'assert']);
const harmless = new Set(['provider', 'rubricPrompt', 'config', 'description']);

/** `vars`: what a program may ask for. */
export function promptfooAssert(
  said: unknown,
  vars: Readonly<Record<string, string>>,
  say: Say,
): AssertTable | undefined {
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    return say('an assert is no mapping', 'Write it as { type: contains, value: Paris }.');
  const { type, value, threshold, weight, metric, ...more } = said as Record<string, unknown>;
  if (typeof type !== 'string')
    return say('an assert has no type', 'Write it as { type: contains, value: Paris }.');
  const odd = Object.keys(more).find((key) => !harmless.has(key));
  if (odd !== undefined)
    return say(
      `${meaning.has(odd) ? `${visible(type)} with ${visible(odd)}` : `the key ${visible(odd)} of an assert`} is not supported`,
      'Take it out, or write the assert as a command in a suite file.',
    );
  const wrong = [threshold, weight].find((one) => one !== undefined && typeof one !== 'number');
  if (wrong !== undefined) return say('threshold and weight are numbers', 'Write them as numbers.');
  const name = typeof metric === 'string' && metric !== '' ? metric : undefined;
  const [least, counts] = [threshold as number | undefined, weight as number | undefined];
  return translated({ type, value, threshold: least, weight: counts, name }, vars, say);
}

/** `contains: Paris`, `is-json`, `latency(500)`; without a type it is what the answer has to be. */
export function expectedAssert(
  text: string,
  how: { readonly vars: Readonly<Record<string, string>>; readonly metric?: string },
  say: Say,
): AssertTable | undefined {
  const { vars, metric: name } = how;
  const [, type, least, colon, value = ''] =
    /^((?:not-)?[a-z][a-z0-9-]*)(?:\(([\d.]+)\))?(?:(:)\s*([\s\S]*))?$/.exec(text.trim()) ?? [];
  const spelled = type === undefined ? undefined : (shortTypes[type] ?? type);
  const isType = spelled !== undefined && (kinds.has(spelled.replace(/^not-/, '')) || isKnown(spelled));
  if (!isType || (colon === undefined && least === undefined && !alone.has(spelled.replace(/^not-/, ''))))
    return { equals: text, name };
  const threshold = least === undefined ? undefined : Number(least);
  return translated({ type: spelled, value, threshold, weight: undefined, name }, vars, say);
}

const shortTypes: Readonly<Record<string, string>> = {
  fn: 'javascript',
  eval: 'javascript',
  grade: 'llm-rubric',
};
const alone = new Set(['is-json', 'cost', 'latency']);
/** Types of promptfoo that have no counterpart here: in a column they are named, and not taken for a text. */
const unknownTypes = new Set([
  'similar',
  'contains-json',
  'is-xml',
  'contains-xml',
  'is-sql',
  'contains-sql',
  'is-html',
  'levenshtein',
  'rouge-n',
  'bleu',
  'webhook',
  'factuality',
  'model-graded-closedqa',
  'answer-relevance',
  'g-eval',
  'context-recall',
  'context-relevance',
  'context-faithfulness',
  'moderation',
  'classifier',
  'perplexity',
  'is-valid-openai-tools-call',
  'is-refusal',
  'ruby',
  'meteor',
  'select-best',
  'guardrails',
  'pi',
  'f-score',
]);
const isKnown = (type: string) => unknownTypes.has(type.replace(/^not-/, ''));

type Translate = (
  assert: FooAssert,
  vars: Readonly<Record<string, string>>,
  say: Say,
) => AssertTable | undefined;

const asText =
  (kind: 'contains' | 'icontains' | 'equals' | 'regex' | 'starts-with'): Translate =>
  ({ type, value }, _vars, say) => {
    if (value === undefined || value === null)
      return say(`${visible(type)} has no value`, `Write it as { type: ${kind}, value: TEXT }.`);
    if (typeof value === 'string' && value.startsWith('file://'))
      return say(`the value of ${visible(type)} in a file is not supported`, 'Write the text itself.');
    return { [kind]: typeof value === 'object' ? JSON.stringify(value) : String(value) };
  };

const asList =
  (kind: 'contains-any' | 'contains-all' | 'icontains-any' | 'icontains-all'): Translate =>
  ({ type, value }, _vars, say) => {
    const list = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
    if (!Array.isArray(list) || list.length === 0)
      return say(`${visible(type)} needs a list`, `Write it as { type: ${kind}, value: [one, other] }.`);
    return { [kind]: list.map(String) };
  };

const kinds: ReadonlyMap<string, Translate> = new Map<string, Translate>([
  ...(['contains', 'icontains', 'equals', 'regex', 'starts-with'] as const).map(
    (kind) => [kind, asText(kind)] as const,
  ),
  ...(['contains-any', 'contains-all', 'icontains-any', 'icontains-all'] as const).map(
    (kind) => [kind, asList(kind)] as const,
  ),
  [
    'is-json',
    ({ value }, _vars, say) => {
      if (value === undefined || value === '' || value === null) return { 'is-json': true };
      const schema = typeof value === 'string' ? parsed(value) : value;
      return typeof schema === 'object' && schema !== null
        ? { 'json-schema': schema as Record<string, unknown> }
        : say('the schema of is-json cannot be read', 'Write the JSON Schema as a mapping.');
    },
  ],
  ['javascript', (assert, vars, say) => byProgram(assert, { language: 'javascript', vars, say })],
  ['python', (assert, vars, say) => byProgram(assert, { language: 'python', vars, say })],
  [
    'llm-rubric',
    ({ value, threshold }, _vars, say) =>
      typeof value === 'string' && value !== ''
        ? { rubric: value, threshold }
        : say('llm-rubric has no text', 'Write it as { type: llm-rubric, value: "It is polite." }.'),
  ],
  [
    'cost',
    ({ threshold }, _vars, say) =>
      threshold === undefined
        ? say('cost has no threshold', 'Write it as { type: cost, threshold: 0.01 }, in USD.')
        : { 'max-usd': threshold },
  ],
  [
    'latency',
    ({ threshold }, _vars, say) =>
      threshold === undefined || !(threshold > 0)
        ? say('latency has no threshold', 'Write it as { type: latency, threshold: 5000 }, in milliseconds.')
        : { 'max-time': threshold / 1000 },
  ],
]);
const notTurned = new Set(['cost', 'latency', 'llm-rubric']);

function translated(
  assert: FooAssert,
  vars: Readonly<Record<string, string>>,
  say: Say,
): AssertTable | undefined {
  const { type, weight, name } = assert;
  const isNot = type.startsWith('not-');
  const kind = isNot ? type.slice(4) : type;
  const translate = kinds.get(kind);
  if (translate === undefined || (isNot && notTurned.has(kind)))
    return say(`promptfoo's ${visible(type)} is not supported`, `These are: ${supported}.`);
  const table = translate(assert, vars, say);
  if (table === undefined) return undefined;
  // A program turns its own answer round.
  const turned = isNot && table.command === undefined;
  return {
    ...table,
    ...(turned && { not: true as const }),
    ...(weight !== undefined && { weight }),
    ...(name !== undefined && { name }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Program {
  readonly language: 'javascript' | 'python';
  readonly vars: Readonly<Record<string, string>>;
  readonly say: Say;
}

/** What the code says is seen first, by whoever is asked to trust it. */
function byProgram(
  { type, value, threshold }: FooAssert,
  { language, vars, say }: Program,
): AssertTable | undefined {
  if (typeof value !== 'string' || value.trim() === '')
    return say(
      `${visible(type)} has no code`,
      'Write it as { type: javascript, value: "output.length > 3" }.',
    );
  const isFile = value.startsWith('file://');
  const [, path = '', name = ''] = /^file:\/\/(.*?)(?::([A-Za-z_]\w*))?$/.exec(value.trim()) ?? [];
  const code = isFile ? path : value.trim();
  const settings = JSON.stringify({
    file: isFile,
    name,
    not: type.startsWith('not-'),
    vars,
    threshold,
  });
  const runner = language === 'javascript' ? `node -e ${quoted(jsRunner)}` : `python3 -c ${quoted(pyRunner)}`;
  return {
    command: `${language === 'javascript' ? 'JS' : 'PY'}=${quoted(code)} HOW=${quoted(settings)} exec ${runner}`,
    name: oneLine(`${type} ${isFile ? path : code}`),
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= 60 ? line : `${line.slice(0, 59)}…`;
}

/** True, a share of at least the threshold, or { pass, score, reason }: as promptfoo reads what comes back. */
const jsRunner = `
const how = JSON.parse(process.env.HOW), code = process.env.JS;
const output = require('fs').readFileSync(0, 'utf8'), context = { vars: how.vars };
(async () => {
  let said;
  if (how.file) {
    const got = await import(require('url').pathToFileURL(require('path').resolve(code)).href);
    const play = how.name ? (got[how.name] ?? got.default?.[how.name]) : (got.default?.default ?? got.default);
    said = await play(output, context);
  } else {
    const body = /\\n|\\breturn\\b/.test(code) ? code : 'return (' + code.replace(/;$/, '') + ')';
    const AsyncFunction = (async () => {}).constructor;
    said = await new AsyncFunction('output', 'context', body)(output, context);
  }
  const told = typeof said === 'object' && said !== null ? said : { pass: typeof said === 'number' ? undefined : said === true, score: said };
  let pass = told.pass ?? (typeof told.score === 'number' && (how.threshold === undefined ? told.score > 0 : told.score >= how.threshold));
  if (how.threshold !== undefined && typeof told.score === 'number') pass = pass && told.score >= how.threshold;
  if (how.not) pass = !pass;
  if (!pass) { console.error(told.reason ?? ('it says ' + JSON.stringify(said))); process.exitCode = 1; }
})().catch((error) => { console.error(String(error)); process.exitCode = 1; });
`;

const pyRunner = `
import json, os, sys, importlib.util
how, code = json.loads(os.environ['HOW']), os.environ['PY']
output, context = sys.stdin.read(), {'vars': how['vars']}
try:
    if how['file']:
        spec = importlib.util.spec_from_file_location('check', code)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        said = getattr(module, how['name'] or 'get_assert')(output, context)
    elif '\\n' in code or code.startswith('return '):
        scope = {}
        exec('def check(output, context):\\n' + '\\n'.join('    ' + line for line in code.split('\\n')), scope)
        said = scope['check'](output, context)
    else:
        said = eval(code, {'output': output, 'context': context, 'json': json})
    told = said if isinstance(said, dict) else {'pass': said if isinstance(said, bool) else None, 'score': said}
    score, ok, least = told.get('score'), told.get('pass', told.get('pass_')), how.get('threshold')
    number = isinstance(score, (int, float)) and not isinstance(score, bool)
    if ok is None:
        ok = number and (score > 0 if least is None else score >= least)
    elif least is not None and number:
        ok = ok and score >= least
    reason = told.get('reason') or 'it says ' + repr(said)
except Exception as error:
    ok, reason = False, repr(error)
    if how['not']:
        ok = True
if how['not']:
    ok = not ok
if not ok:
    print(reason, file=sys.stderr)
    sys.exit(1)
`;
