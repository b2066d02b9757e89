// What a file measures, by its path alone: tests, the pipeline, or the settings of a tool. Lock files say what a check runs with.
import type { Tamper } from './flag.ts';

type PathKind = Extract<Tamper['kind'], 'tests' | 'ci' | 'lint' | 'types' | 'runner' | 'lock'>;

export function pathKind(path: string): PathKind | undefined {
  if (ci.test(path)) return 'ci';
  if (isTestPath(path)) return 'tests';
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (const [kind, names] of kinds) if (names.test(name)) return kind;
  return places.test(path) ? 'runner' : undefined;
}

const ci = new RegExp(
  `(?:^|/)(?:${[
    '[.](?:github|gitea|forgejo)(?:/(?:workflows|actions)(?:/.*)?)?',
    '[.](?:circleci|buildkite|woodpecker|teamcity|semaphore|azure-pipelines|gitlab-ci|gitlab/ci)(?:/.*)?',
    '[.]?(?:gitlab-ci|travis|drone|woodpecker|appveyor|cirrus|codecov|azure-pipelines[^/]*|bitbucket-pipelines|buildspec|cloudbuild)[.]ya?ml',
    'jenkinsfile[^/]*',
  ].join('|')})$`,
  'i',
);

const anyOf = (names: readonly string[]) => new RegExp(`^(?:${names.join('|')})$`, 'i');

const kinds: readonly (readonly [PathKind, RegExp])[] = [
  [
    'lint',
    anyOf([
      '[.](?:eslint|prettier|stylelint|markdownlint|lintstaged|commitlint|jshint|oxlint|pylint|shellcheck)(?:rc|ignore|-cli2)?(?:[.].+)?',
      '(?:eslint|prettier|stylelint|oxlint|lint-staged|commitlint)[.]config[.].+',
      '[.]?biome[.]jsonc?',
      'tslint[.]json|knip[.](?:jsonc?|[jt]s)|[.]dependency-cruiser[.].+',
      '[.]?(?:ruff|clippy|rustfmt|deny)[.]toml',
      '[.]flake8|pylintrc|[.]bandit|[.]yamllint(?:[.]ya?ml)?',
      '[.]golangci(?:-lint)?[.].+',
      '[.]rubocop[^/]*[.]ya?ml|[.]swiftlint[.]ya?ml|detekt[.]ya?ml|[.]clang-tidy',
      'phpcs[.]xml(?:[.]dist)?|[.]php-cs-fixer.*|checkstyle[.]xml|[.]semgrep.*|sonar-project[.]properties',
      '[.]pre-commit-config[.]ya?ml|[.]?lefthook[.]ya?ml',
    ]),
  ],
  [
    'types',
    anyOf([
      'tsconfig(?:[.-].+)?[.]json|jsconfig[.]json|[.]flowconfig',
      '[.]?mypy[.]ini|pyrightconfig[.]json|pytype[.]cfg',
      'phpstan[.]neon(?:[.]dist)?|psalm[.]xml(?:[.]dist)?',
    ]),
  ],
  [
    'runner',
    anyOf([
      '(?:jest|vitest|playwright|cypress|ava|wdio|karma|nyc|mocha)(?:[.-].+)?[.](?:config|conf|setup|workspace|preset)[.].+',
      '(?:jest|vitest|cypress|wdio|karma|ava)[.](?:config|conf|setup|workspace|preset|json).*',
      '[.](?:mocharc|nycrc|c8rc|taprc|coveragerc|rspec|npmrc|pnpmfile)(?:[.].+)?|[.]yarnrc(?:[.]yml)?',
      '[.]?pytest[.](?:ini|toml)|tox[.](?:ini|toml)|noxfile[.]py|(?:site|user)customize[.]py',
      'phpunit[.]xml(?:[.]dist)?|bunfig[.]toml|taskfile[.](?:dist[.])?ya?ml|tarpaulin[.]toml|nextest[.]toml',
    ]),
  ],
  [
    'lock',
    anyOf([
      'package-lock[.]json|npm-shrinkwrap[.]json|yarn[.]lock|pnpm-lock[.]ya?ml|bun[.]lockb?|deno[.]lock',
      '(?:cargo|poetry|uv|pdm|pipfile|gemfile|composer|mix|pubspec|podfile|flake)[.]lock',
      'go[.](?:work[.])?sum|gradle[.]lockfile|packages[.]lock[.]json|package[.]resolved|conda-lock[.]yml',
    ]),
  ],
];

/** Files that count for the folder they are in. */
const places = /(?:^|\/)(?:[.]cargo(?:\/config(?:[.]toml)?)?|[.]husky(?:\/.*)?)$/i;

/** The folder's own name too: a link put in the place of a folder of tests takes the tests away. */
const folders = new RegExp(
  `(?:^|/)(?:${[
    'tests?',
    'specs?',
    '__(?:tests?|mocks|fixtures|snapshots)__',
    'e2e',
    'cypress',
    'testdata',
    'testthat',
    '(?:unit|integration|functional|acceptance|e2e|end-to-end|smoke|system|regression|contract|ui|api)[-_]?tests?',
    '[^/]+[.]tests',
    'test[-_]?(?:utils?|helpers?|support|setup|data|fixtures?|resources)(?:[.][a-z]+)?',
    'src/[a-z]+test/(?:java|kotlin|scala|groovy|resources|cpp|swift)',
  ].join('|')})(?:/|$)`,
  'i',
);

const script = '[cm]?[jt]sx?';

/** File names; letters of either case. */
const files = new RegExp(
  [
    '[^/][.](?:test|spec|cy|e2e|tftest)[.][^/]+$',
    '[^/]_(?:tests?|spec)[.][a-z0-9]+$',
    `[^/]-(?:test|spec)[.]${script}$`,
    '(?:^|/)test_[^/]*[.](?:py|rb|c|cc|cpp|jl|lua|sh)$',
    `(?:^|/)test-[^/]*[.]${script}$`,
    `(?:^|/)tests?[.](?:${script}|py|rs|rb|go|sh|lua|php|exs?)$`,
    `(?:^|/)setup-?tests?[.]${script}$`,
    '(?:^|/)conftest[.]py$',
    '(?:^|/)t/[^/]*[.]t$',
    '[^/][.](?:snap|bats|feature)$',
    '(?:^|/)[.]env[.]test(?:[.]|$)',
  ].join('|'),
  'i',
);

/** Here the case tells `CartTest` from `latest`. */
const classes =
  /(?:[A-Za-z0-9_](?:Tests?|TestCase|IT|Specs?)|(?:^|\/)Test[A-Z]\w*)[.](?:java|kts?|scala|groovy|cs|fs|vb|php|swift|hs|cc|cpp|mm?)$/;

/** By the path conventions of the common ecosystems; what lies below a folder of tests is part of them. */
export function isTestPath(path: string): boolean {
  return folders.test(path) || files.test(path) || classes.test(path);
}
