// Which files are tests, by the path conventions of the common ecosystems; what lies below a folder of tests is part of them.

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

export function isTestPath(path: string): boolean {
  return folders.test(path) || files.test(path) || classes.test(path);
}
