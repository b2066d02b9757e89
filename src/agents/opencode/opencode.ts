// opencode, headless: `opencode run --format json`, the prompt on standard input.
import type { Contestant, Tier } from '../../domain/contestant.ts';
import type { AgentRequest, LoginState, ProbeFindings } from '../agent.ts';
import { cliAgent, launch, tierOrBare, unlessSet } from '../cli-agent.ts';
import { type JsonObject, jsonLine, list, object, text } from '../decoder.ts';
import { inEither, keyIn } from '../state-files.ts';
import { opencodeDecoder } from './decoder.ts';

const credentialFiles = ['$XDG_DATA_HOME/opencode/auth.json', '.local/share/opencode/auth.json'];
const configFiles = ['opencode.json', 'opencode.jsonc', 'config.json'].flatMap((file) => [
  ...inEither('XDG_CONFIG_HOME', '.config', `opencode/${file}`),
  `$OPENCODE_CONFIG_DIR/${file}`,
]);

const keys = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'GOOGLE_API_KEY',
  'OPENROUTER_API_KEY',
  'OPENCODE_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'DEEPSEEK_API_KEY',
  'XAI_API_KEY',
  'CEREBRAS_API_KEY',
  'TOGETHER_API_KEY',
  'FIREWORKS_API_KEY',
  'AZURE_API_KEY',
];

export const opencode = cliAgent({
  id: 'opencode',
  family: 'opencode',
  title: 'opencode',
  kind: 'cli',
  plan: (request) => ({
    ...launch(request.contestant, 'opencode', argsOf(request)),
    stdin: request.prompt,
    env: {
      ...unlessSet(request.contestant, {
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        // Plugins and servers that a cloned repository names would run.
        ...(request.tier === 'read' && { OPENCODE_DISABLE_PROJECT_CONFIG: '1' }),
      }),
      ...(request.bare === true && bareEnvironment),
      OPENCODE_CONFIG_CONTENT: inlineConfig(request),
    },
    files: [],
  }),
  decoder: () => opencodeDecoder,
  presence: {
    executable: 'opencode',
    install: 'npm install -g opencode-ai',
    version: { args: ['--version'], read: (output) => /^(\d+\.\d+\.\d+\S*)$/m.exec(output)?.[1] },
    login: {
      files: [...credentialFiles, ...configFiles],
      read: readLogin,
      hint: 'Run `opencode auth login`.',
    },
  },
  tiers: {
    read: {
      honoured: true,
      caveat:
        'offers reading tools only, without the project’s opencode config; plugins of your own config run',
    },
    write: {
      honoured: true,
      caveat:
        'edits anywhere in the repository its folder belongs to; no shell, for it could not be confined',
    },
    full: { honoured: true },
  },
  bare: {
    tools: true,
    instructions: false,
    reads: true,
    caveat:
      'reads the AGENTS.md and the instructions of your own opencode config and starts its MCP servers, whose tools it is not offered; plugins are off, also those that log in',
  },
  environment: {
    passes: [
      'OPENCODE_*',
      'AWS_*',
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_APPLICATION_CREDENTIALS',
      'AZURE_RESOURCE_NAME',
    ],
    keys,
    removes: ['OPENCODE', 'OPENCODE_PID', 'OPENCODE_SERVER_*', 'OPENCODE_CLIENT', 'OPENCODE_TERMINAL'],
  },
  leaves: { '.git/opencode': 'its id of the project' },
  calls: { variables: ['OPENCODE'], clients: ['opencode'] },
  state: [
    '$XDG_DATA_HOME/opencode/',
    '$XDG_STATE_HOME/opencode/',
    '$XDG_CACHE_HOME/opencode/',
    '$XDG_CONFIG_HOME/opencode/',
    '$OPENCODE_CONFIG_DIR/',
    '.cache/opencode',
  ],
  efforts: ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  servedFrom,
  staggerMs: 2000,
  // It prints whole parts only and waits in silence between retries.
  idleMs: 600_000,
  verified: { version: '1.18.33' },
});

/** Its config is read: the models of one's own servers stand there. */
const bareEnvironment = {
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_PURE: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
};

function argsOf(request: AgentRequest): readonly string[] {
  const { model, effort } = request.contestant;
  return [
    // A title of our own spares a request for one; the log is the only place where retries are told.
    'run',
    '--format',
    'json',
    '--title',
    'joust',
    '--print-logs',
    '--log-level',
    'ERROR',
    '--agent',
    agentName,
    ...(tierOrBare(request) === 'full' ? ['--auto'] : []),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--variant', effort]),
  ];
}

/** Several providers may be logged in; only when all are accounts is it surely no key that pays. */
function readLogin({ files, env }: ProbeFindings): LoginState {
  const stored = credentialFiles.map((name) => files[name]).find((content) => content !== undefined);
  const logins = Object.entries(jsonLine(stored ?? '') ?? {});
  const accounts = logins.filter(([, login]) => object(login)?.['type'] === 'oauth');
  if (logins.length > 0) {
    const detail = logins.map(([provider]) => provider).join(', ');
    return { state: accounts.length === logins.length ? 'subscription' : 'key', detail };
  }
  const { OPENCODE_CONFIG_CONTENT } = env;
  const key = keys.find((name) => env[name] !== undefined) ?? keyIn({ ...files, OPENCODE_CONFIG_CONTENT });
  if (key !== undefined) return { state: 'key', detail: key };
  return { state: 'unknown', detail: 'without a login it uses the free model of its maker' };
}

/** Where the well-known local servers listen unless the config says otherwise. */
const localServers: Readonly<Record<string, string>> = {
  ollama: 'http://127.0.0.1:11434',
  lmstudio: 'http://127.0.0.1:1234',
};

function servedFrom(
  { model, settings }: Contestant,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const provider = model?.split('/')[0] ?? '';
  const providers = object(jsonLine(env['OPENCODE_CONFIG_CONTENT'] ?? '')?.['provider']);
  const options = object(object(providers?.[provider])?.['options']);
  return settings?.baseUrl ?? text(options?.['baseURL']) ?? localServers[provider];
}

const agentName = 'joust';

type Permission = Readonly<Record<string, 'allow' | 'deny'>>;

const reading: Permission = Object.fromEntries(
  ['read', 'glob', 'grep', 'list', 'lsp', 'webfetch', 'websearch', 'codesearch', 'skill', 'todowrite'].map(
    (tool) => [tool, 'allow'] as const,
  ),
);

/** The last rule that fits counts. Subagents have permissions of their own, so only the full tier may call them. */
const permissions: Readonly<Record<Tier | 'bare', Permission>> = {
  bare: { '*': 'deny' },
  read: { '*': 'deny', ...reading, edit: 'deny', bash: 'deny', task: 'deny', external_directory: 'deny' },
  write: { '*': 'deny', ...reading, edit: 'allow', bash: 'deny', task: 'deny', external_directory: 'deny' },
  full: { '*': 'allow', external_directory: 'allow', question: 'deny' },
};

/** Bare, but for files. */
const filesOnly: Permission = {
  '*': 'deny',
  read: 'allow',
  glob: 'allow',
  grep: 'allow',
  list: 'allow',
  external_directory: 'deny',
};

/** Merged over all config files; what the contestant's own inline config says besides stays. */
function inlineConfig(request: AgentRequest): string {
  const { cwd, contestant } = request;
  const tier = tierOrBare(request);
  const config: JsonObject = jsonLine(contestant.environment?.['OPENCODE_CONFIG_CONTENT'] ?? '') ?? {};
  const agents = object(config['agent']) ?? {};
  const permission = tier === 'bare' && request.reads === true ? filesOnly : permissions[tier];
  const agent = { mode: 'primary', permission };
  // Without the project's config its instructions have to be named.
  const named = tier === 'read' ? [`${cwd}/AGENTS.md`] : [];
  const instructions = [...list(config['instructions']), ...named];
  return JSON.stringify({
    ...config,
    ...(instructions.length > 0 && { instructions }),
    agent: { ...agents, [agentName]: agent },
  });
}
