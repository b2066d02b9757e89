// The import allow-list of ARCHITECTURE.md: what a folder may import; everything else is an error.
const allowed = {
  domain: [],
  ranking: ['domain'],
  ledger: ['domain'],
  dispatch: ['domain', 'ledger'],
  process: ['domain'],
  views: ['domain', 'ranking'],
  config: ['domain', 'process'],
  workspace: ['domain', 'process'],
  contest: ['domain', 'process', 'workspace', 'agents/agent[.]ts$', 'ledger/ledger[.]ts$'],
  checks: ['domain', 'process', 'workspace', 'contest'],
  text: ['checks/tamper/measuring-paths[.]ts$'],
  judging: ['domain', 'ranking', 'text', 'contest', 'checks/tamper'],
  formats: [
    'domain',
    'config',
    'agents',
    'workspace',
    'checks',
    'contest',
    'judging',
    'text',
    'ranking',
    'ledger',
    'views',
  ],
  // Of the servers only their start: `joust serve` and `joust mcp`.
  'surfaces/cli': [
    'app',
    'operations',
    'config',
    'views',
    'domain',
    'surfaces/http/server[.]ts$',
    'surfaces/mcp/mcp-server[.]ts$',
  ],
  // What other agents are served at /mcp, with the same token and checks.
  'surfaces/http': ['app', 'operations', 'config', 'views', 'domain', 'surfaces/mcp/mcp-server[.]ts$'],
  'surfaces/mcp': ['app', 'operations', 'views', 'domain'],
  // Of formats: how they are told, the types of their results, and how a race is weighed: all of it pure.
  'surfaces/web': [
    'views',
    'formats/[^/]+/(?:document|result)[.]ts$',
    'formats/race/(?:weigh|what-if)[.]ts$',
    'domain',
  ],
};
const path = (target) => (target.endsWith('$') ? `^src/${target}` : `^src/${target}/`);
const layers = Object.entries(allowed).map(([folder, targets]) => ({
  name: `layers-${folder.replace('/', '-')}`,
  severity: 'error',
  comment: `${folder} may import only: ${targets.join(', ') || 'nothing of ours'}`,
  from: { path: `^src/${folder}/`, pathNot: '[.]test[.]ts$' },
  to: { path: '^src/', pathNot: [`^src/${folder}/`, ...targets.map(path)] },
}));

module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'layers-agents',
      severity: 'error',
      comment: 'agents may import only domain; one agent never imports another',
      from: { path: '^src/agents/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/', pathNot: ['^src/agents/', '^src/domain/'] },
    },
    {
      name: 'agents-apart',
      severity: 'error',
      from: { path: '^src/agents/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/agents/[^/]+/', pathNot: '^src/agents/$1/' },
    },
    {
      name: 'layers-app',
      severity: 'error',
      comment: 'app and the library may import everything but surfaces',
      from: { path: '^src/app/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/(?:surfaces/|library/|index[.]ts$)' },
    },
    {
      name: 'layers-operations',
      severity: 'error',
      comment: 'operations may import everything but surfaces and the library',
      from: { path: '^src/operations/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/(?:surfaces/|library/|index[.]ts$)' },
    },
    {
      name: 'formats-apart',
      severity: 'error',
      comment: 'one format never imports another',
      from: { path: '^src/formats/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/formats/[^/]+/', pathNot: '^src/formats/$1/' },
    },
    {
      name: 'library-without-surfaces',
      severity: 'error',
      from: { path: '^src/(?:library/|index[.]ts$)', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/surfaces/' },
    },
    {
      name: 'entries-are-not-imported',
      severity: 'error',
      comment: 'call.ts is the program of a call process; nothing imports it',
      from: { path: '^src/' },
      to: { path: '^src/call[.]ts$' },
    },
    {
      name: 'machine-only-in-process',
      severity: 'error',
      comment: 'only process/ spawns',
      from: { path: '^src/', pathNot: ['^src/process/', '[.]test[.]ts$'] },
      to: { path: '^(node:)?(child_process|worker_threads|cluster)$' },
    },
    {
      name: 'database-only-in-ledger',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/ledger/', '[.]test[.]ts$'] },
      to: { path: '^(?:node:)?sqlite$|node_modules/pg/|node_modules/@types/pg/' },
    },
    {
      name: 'pure-folders',
      severity: 'error',
      comment:
        'domain, ranking and views touch no machine; agents build and decode, their call programs get their io handed in',
      from: { path: '^src/(domain|ranking|views|formats|surfaces/web)/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|util)$' },
    },
    {
      name: 'documents-without-rules',
      severity: 'error',
      comment:
        'how a format is told is shown in browsers too: views, domain, ranking and its own result, never rules',
      from: { path: '^src/formats/[^/]+/document[.]ts$' },
      to: {
        path: '^src/',
        pathNot: ['^src/(views|domain|ranking)/', '^src/formats/[^/]+/(document|result)[.]ts$'],
      },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
