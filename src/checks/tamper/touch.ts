// What of a changed file measures the change, if anything does: told by its path, and by its content where a file holds both.
import type { Tamper } from './flag.ts';
import { changedTargets } from './make-targets.ts';
import { pathKind } from './measuring-paths.ts';
import { packageDetail } from './package-json.ts';
import { changedSections } from './settings-sections.ts';
import type { ChangedFile } from './tamper-file.ts';

export type Touch = Pick<Tamper, 'kind' | 'detail'>;

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
