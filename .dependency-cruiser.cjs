// The import allow-list of ARCHITECTURE.md: what a folder may import; everything else is an error.
const belowOperations = [
  'domain',
  'process',
  'config',
  'agents',
  'ledger',
  'dispatch',
  'workspace',
  'contest',
  'checks',
  'judging',
  'ranking',
  'formats',
  'views',
];
const toSurfaces = [
  'contest/play/detached-player[.]ts$',
  'all[.]ts$',
  // The list of formats: how a result is told, and which answers are shown.
  'formats/all[.]ts$',
  'operations',
  'play',
  'record',
  'brief',
  'suite',
  'pool',
  'views',
  'domain',
];
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
  judging: ['domain', 'ranking', 'contest', 'checks/tamper'],
  formats: [
    'domain',
    'config',
    'agents',
    'workspace',
    'checks',
    'contest',
    'judging',
    'ranking',
    'ledger',
    'views',
  ],
  // Contests on record: found, read, followed, ranked.
  record: belowOperations,
  // From a request to a contest that is played. The products it starts on its own are named file by file.
  play: [...belowOperations, 'record', 'pool', 'brief/brief-watch[.]ts$', 'suite/play-child[.]ts$'],
  operations: [...belowOperations, 'play', 'record', 'brief/brief-folder[.]ts$', 'suite/suite-folder[.]ts$'],
  brief: [...belowOperations, 'play', 'record', 'operations'],
  suite: [...belowOperations, 'play', 'record', 'operations', 'pool', 'brief'],
  pool: [...belowOperations, 'play', 'record', 'operations'],
  // The machine: the type of it, its standard streams, pager and browser.
  // Of the servers only their start: `joust serve` and `joust mcp`.
  'surfaces/cli': [
    ...toSurfaces,
    'config',
    'process',
    'agents/known-agents[.]ts$',
    'surfaces/http/(?:server|serving)[.]ts$',
    'surfaces/mcp/mcp-server[.]ts$',
  ],
  // What other agents are served at /mcp, with the same token and checks.
  'surfaces/http': [...toSurfaces, 'process', 'surfaces/mcp/mcp-server[.]ts$'],
  'surfaces/mcp': [...toSurfaces, 'process/machine[.]ts$'],
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
      comment: 'agents may import only domain; call.ts is a program of its own',
      from: { path: '^src/agents/', pathNot: ['[.]test[.]ts$', '^src/agents/call[.]ts$'] },
      to: { path: '^src/', pathNot: ['^src/agents/', '^src/domain/'] },
    },
    {
      name: 'agents-apart',
      severity: 'error',
      from: { path: '^src/agents/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/agents/[^/]+/', pathNot: '^src/agents/$1/' },
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
      to: { path: '^src/agents/call[.]ts$' },
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
