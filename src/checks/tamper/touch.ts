// What of a changed file measures the change, if anything does: told by its path, and by its content where a file holds both.
import type { ChangedFile, Tamper } from './flag.ts';
import { pathKind } from './measuring-paths.ts';

type Touch = Pick<Tamper, 'kind' | 'detail'>;

/** A module of the project that is found before the tool of the same name. */
const standsIn =
  /^(?:[^/]+\/)?(?:_?pytest|pluggy|iniconfig|unittest|nose2?|coverage|tox|ruff|mypy|sitecustomize|usercustomize)(?:[.]py$|\/)/;

/** `measuring`: programs of the project that a check runs. */
export function touchOf(file: ChangedFile, measuring: ReadonlySet<string> = new Set()): Touch | undefined {
  const kind = pathKind(file.path);
  if (kind !== undefined) return { kind };
  if (measuring.has(file.path)) return { kind: 'runner', detail: 'a check runs it' };
  if (file.how === 'added' && standsIn.test(file.path))
    return { kind: 'runner', detail: 'stands in for a test tool' };
  const name = file.path.slice(file.path.lastIndexOf('/') + 1).toLowerCase();
  const mixed = mixedFiles.find(({ names }) => names.test(name));
  if (mixed === undefined) return undefined;
  const detail = isRead(file) ? mixed.detail(file) : 'cannot be read';
  return detail === undefined ? undefined : { kind: mixed.kind, detail };
}

/** What is no text on a side that exists hides what it says. */
function isRead({ how, before, after }: ChangedFile): boolean {
  return (how === 'added' || before !== undefined) && (how === 'deleted' || after !== undefined);
}

interface MixedFile {
  readonly names: RegExp;
  readonly kind: Tamper['kind'];
  detail(file: ChangedFile): string | undefined;
}

const pythonTools =
  /^(?:tool$|tool[.:]?(?:pytest|ruff|mypy|pyright|basedpyright|pylint|flake8|black|isort|coverage|tox|nox|bandit|poe|taskipy)|tool[.](?:hatch[.]envs|pdm[.]scripts)|(?:flake8|mypy|pylint|coverage|isort|pytest|pycodestyle|aliases)(?:$|[-:.]))/;
const cargoParts = /^(?:lints|workspace[.]lints|test|bench|profile[.]test)(?:$|[.])/;

const mixedFiles: readonly MixedFile[] = [
  {
    names: /^package[.]json$/,
    kind: 'scripts',
    detail: ({ before, after }) => packageDetail(before, after),
  },
  { names: /^pyproject[.]toml$/, kind: 'scripts', detail: sectionsOf(pythonTools) },
  { names: /^cargo[.]toml$/, kind: 'scripts', detail: sectionsOf(cargoParts) },
  { names: /^setup[.]cfg$/, kind: 'runner', detail: sectionsOf(pythonTools) },
  {
    names: /^(?:(?:gnu)?makefile|[.]?justfile|.*[.](?:mk|just))$/,
    kind: 'runner',
    detail: ({ before = '', after = '' }) => listed(changedTargets(before, after), 'targets'),
  },
  {
    // It may hold the settings of the test runner among those of the build.
    names: /^vite[.]config[.][cm]?[jt]s$/,
    kind: 'runner',
    detail: ({ before = '', after = '' }) =>
      /\btest\s*:/.test(before) || /\btest\s*:/.test(after) ? 'holds settings of the tests' : undefined,
  },
];

function sectionsOf(measures: RegExp): MixedFile['detail'] {
  return ({ before = '', after = '' }) =>
    listed(
      changedSections(before, after, (section) => measures.test(section)),
      'sections',
    );
}

function listed(names: readonly string[], what: string): string | undefined {
  return names.length === 0 ? undefined : `${what} ${names.join(', ')}`;
}

/** Targets of a Makefile (or recipes of a justfile) that measure something and changed, with the variables they use. */
function changedTargets(before: string, after: string): readonly string[] {
  const [old, now] = [measuring(before), measuring(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
}

const measures =
  /^(?:.*[-_./])?(?:tests?|lint|checks?|typecheck|types|verify|vet|ci|coverage|format-check)(?:[-_./].*)?$/i;
/** How make itself runs what it runs. */
const always = /^(?:SHELL|MAKEFLAGS|[.]SHELLFLAGS|[.]IGNORE|[.]SILENT|[.]ONESHELL|[.]RECIPEPREFIX)$/;
const rule = /^([^\s#:=][^:=#]{0,200}?)\s*:(?!=)/;
const assignment = /^(?:(?:export|override|set)\s+)*([A-Za-z_.][\w.-]*)\s*(?:::?:?|[?+!])?=/;

/** Measuring targets with their recipes, and the variables that stand in these. */
function measuring(text: string): ReadonlyMap<string, string> {
  const { targets, variables } = parts(text);
  const found = new Map([...targets].filter(([name]) => measures.test(name) || always.test(name)));
  const queue = [...found.values()];
  for (let at = 0; at < queue.length; at += 1) {
    for (const [, used = ''] of (queue[at] ?? '').matchAll(/(?:\$[({]|\{\{)\s*([\w.-]+)/g)) {
      const value = variables.get(used);
      if (value === undefined || found.has(`$(${used})`)) continue;
      found.set(`$(${used})`, value);
      queue.push(value);
    }
  }
  for (const [name, value] of variables) if (always.test(name)) found.set(name, value);
  return found;
}

function parts(text: string) {
  const targets = new Map<string, string>();
  const variables = new Map<string, string>();
  let open: readonly string[] = [];
  for (const line of text.replaceAll(/\\\r?\n/g, ' ').split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const variable = line.startsWith('\t') ? undefined : assignment.exec(trimmed)?.[1];
    if (variable !== undefined) append(variables, [variable], trimmed);
    else open = namesOf(line) ?? open;
    // What is set in may be either: a line of a recipe, or an assignment under a condition.
    if (variable === undefined || /^\s/.test(line)) append(targets, open, trimmed);
  }
  return { targets, variables };
}

/** The targets that a rule is for; absent: the line begins none. */
function namesOf(line: string): readonly string[] | undefined {
  return rule
    .exec(line)?.[1]
    ?.split(/\s+/)
    .map((name) => name.replace(/^@/, ''));
}

function append(to: Map<string, string>, names: readonly string[], line: string): void {
  for (const name of names) to.set(name, `${to.get(name) ?? ''}${line}\n`);
}

/** Of a settings file that holds many things (pyproject.toml, setup.cfg, Cargo.toml): names of changed sections that `measures` says yes to. */
function changedSections(
  before: string,
  after: string,
  measures: (section: string) => boolean,
): readonly string[] {
  const [old, now] = [sections(before), sections(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => measures(name) && old.get(name) !== now.get(name),
  );
}

const header = /^\[{1,2}([^\]]+)\]{1,2}\s*(?:[#;].*)?$/;

/** Lines by section, without blank ones and comments. What stands before the first header goes by the first part of its key. */
function sections(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let section = '';
  let quote = '';
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    const opened = quote === '' ? header.exec(trimmed)?.[1] : undefined;
    const inside = quote !== '';
    if (!inside && (trimmed === '' || /^[#;]/.test(trimmed))) continue;
    quote = openQuote(trimmed, quote);
    if (opened !== undefined) section = bare(opened);
    const name = section === '' ? bare(trimmed.split('=')[0] ?? '') : section;
    // A section may come in parts: a list of tables.
    found.set(name, `${found.get(name) ?? ''}${trimmed}\n`);
  }
  return found;
}

/** A text over several lines may hold what looks like a header. */
function openQuote(line: string, open: string): string {
  let quote = open;
  for (const [mark] of line.matchAll(/"""|'''/g)) {
    if (quote === '') quote = mark;
    else if (quote === mark) quote = '';
  }
  return quote;
}

function bare(name: string): string {
  return name.replaceAll(/["'\s]/g, '').toLowerCase();
}

/** What a package.json says about measuring: its scripts, and these settings of test and lint tools. */
const tools = [
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'nyc',
  'c8',
  'eslintConfig',
  'eslintIgnore',
  'prettier',
  'stylelint',
  'standard',
  'xo',
  'lint-staged',
  'husky',
  'commitlint',
  'wireit',
];

type Package = Readonly<Record<string, unknown>>;

/** `scripts.test changed, jest added`; absent: nothing of it changed. */
function packageDetail(before: string | undefined, after: string | undefined): string | undefined {
  const [old, now] = [readPackage(before ?? '{}'), readPackage(after ?? '{}')];
  if (old === undefined || now === undefined) return 'cannot be read as JSON';
  const parts = [
    ...changes(asPackage(old['scripts']), asPackage(now['scripts']), 'scripts.'),
    ...changes(only(old), only(now), ''),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/**
 * The new file with the scripts and tool settings of the old one, written as the new one is; absent: one of them is no
 * package file. A package that is new keeps its scripts, which can weaken nothing that was there.
 */
export function packageWithBase(before: string | undefined, after: string): string | undefined {
  const [old, now] = [before === undefined ? undefined : readPackage(before), readPackage(after)];
  if (now === undefined || (before !== undefined && old === undefined)) return undefined;
  const held = (key: string) => tools.includes(key) || (key === 'scripts' && before !== undefined);
  const kept = Object.entries(now).flatMap(([key, value]) => {
    if (!held(key)) return [[key, value] as const];
    return old !== undefined && Object.hasOwn(old, key) ? [[key, old[key]] as const] : [];
  });
  const back = Object.entries(old ?? {}).filter(([key]) => held(key) && !Object.hasOwn(now, key));
  const text = JSON.stringify(Object.fromEntries([...kept, ...back]), undefined, indent(after));
  const ended = /\n\s*$/.test(after) ? `${text}\n` : text;
  return after.includes('\r\n') ? ended.replaceAll('\n', '\r\n') : ended;
}

function readPackage(text: string): Package | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isPackage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPackage(value: unknown): value is Package {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asPackage(value: unknown): Package {
  return isPackage(value) ? value : {};
}

function only(all: Package): Package {
  return Object.fromEntries(Object.entries(all).filter(([key]) => tools.includes(key)));
}

function changes(old: Package, now: Package, prefix: string): readonly string[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) => {
    if (!Object.hasOwn(old, key)) return [`${prefix}${key} added`];
    if (!Object.hasOwn(now, key)) return [`${prefix}${key} deleted`];
    return JSON.stringify(old[key]) === JSON.stringify(now[key]) ? [] : [`${prefix}${key} changed`];
  });
}

function indent(text: string): string {
  return /^\s*\{\r?\n([ \t]+)"/.exec(text.replace(/^\uFEFF/, ''))?.[1] ?? '';
}
