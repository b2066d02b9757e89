// Claude Code, headless: stream-json on standard output, the prompt on standard input.
import type { Tier } from '../../domain/contestant.ts';
import type { AgentRequest, LoginState, ProbeFindings } from '../agent.ts';
import { cliAgent, launch, tierOrBare, unlessSet } from '../cli-agent.ts';
import { object, text } from '../decoder.ts';
import { atSign } from '../prompt-syntax.ts';
import { dashed, inEither } from '../state-files.ts';
import { claudeDecoder } from './decoder.ts';

export const claude = cliAgent({
  id: 'claude',
  family: 'anthropic',
  title: 'Claude Code',
  kind: 'cli',
  plan: (request) => ({
    ...launch(request.contestant, 'claude', argsOf(request)),
    stdin: request.prompt,
    env: {
      // Ten retries by default keep a wrong key or a quota waiting for three minutes.
      ...unlessSet(request.contestant, { CLAUDE_CODE_MAX_RETRIES: '2', DISABLE_AUTOUPDATER: '1' }),
      ...tierEnvironment(request),
      ...baseUrl(request),
    },
    files: [],
  }),
  decoder: () => claudeDecoder,
  presence: {
    executable: 'claude',
    install: 'npm install -g @anthropic-ai/claude-code',
    version: { args: ['--version'], read: (output) => /^(\d+\.\d+\.\d+\S*)/m.exec(output)?.[1] },
    login: {
      args: ['auth', 'status'],
      dependsOn: [
        ...inEither('CLAUDE_CONFIG_DIR', '.claude', '.credentials.json'),
        ...inEither('CLAUDE_CONFIG_DIR', '.claude', 'settings.json'),
      ],
      read: readLogin,
      hint: 'Run `claude` and use /login.',
    },
  },
  tiers: {
    read: {
      honoured: true,
      caveat:
        'offers Read, Grep and Glob only, without MCP servers and the project’s settings; your own hooks run',
    },
    write: {
      honoured: true,
      caveat: 'edits files in its folder; shell commands only where your own settings allow them',
    },
    full: { honoured: true },
  },
  bare: { tools: true, instructions: true, reads: true },
  environment: {
    passes: [
      'CLAUDE_CONFIG_DIR',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_TMPDIR',
      'CLAUDE_CODE_GIT_BASH_PATH',
      'ANTHROPIC_BASE_URL',
      'ANTHROPIC_MODEL',
      'ANTHROPIC_SMALL_FAST_MODEL',
      'ANTHROPIC_DEFAULT_*',
      'ANTHROPIC_CUSTOM_HEADERS',
      'ANTHROPIC_BEDROCK_*',
      'ANTHROPIC_VERTEX_*',
      'ANTHROPIC_FOUNDRY_*',
      'CLAUDE_CODE_SKIP_BEDROCK_AUTH',
      'CLAUDE_CODE_SKIP_VERTEX_AUTH',
      'CLAUDE_CODE_SKIP_FOUNDRY_AUTH',
      'CLAUDE_CODE_CLIENT_*',
      'AWS_*',
      'CLOUD_ML_REGION',
      'VERTEX_REGION_*',
      'GOOGLE_APPLICATION_CREDENTIALS',
      'MAX_THINKING_TOKENS',
      'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
      'BASH_DEFAULT_TIMEOUT_MS',
      'MCP_TIMEOUT',
    ],
    // The last three switch to an account that is billed by use.
    keys: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
      'CLAUDE_CODE_USE_FOUNDRY',
    ],
    removes: [
      'CLAUDECODE',
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_SESSION_*',
      'CLAUDE_CODE_CHILD_SESSION',
      'CLAUDE_CODE_SSE_PORT',
      'CLAUDE_CODE_REMOTE*',
      'CLAUDE_CODE_SIMPLE',
      'CLAUDE_CODE_EFFORT_LEVEL',
      'CLAUDE_AGENT_SDK_VERSION',
      'CLAUDE_PROJECT_DIR',
      'CLAUDE_ENV_FILE',
      'CLAUDE_PLUGIN_ROOT',
    ],
  },
  calls: { variables: ['CLAUDECODE'], clients: ['claude'] },
  state: [
    '$CLAUDE_CONFIG_DIR/',
    '.claude/',
    '.claude.json',
    '.local/state/claude',
    '.cache/claude-cli-nodejs',
  ],
  traces: { named: (folder) => inEither('CLAUDE_CONFIG_DIR', '.claude', `projects/${dashed(folder)}`) },
  syntax: { mentions: atSign, commands: true },
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  servedFrom: ({ settings }, env) => settings?.baseUrl ?? env['ANTHROPIC_BASE_URL'],
  staggerMs: 2000,
  idleMs: 300_000,
  verified: { version: '2.1.325' },
});

function argsOf(request: AgentRequest): readonly string[] {
  const { model, effort } = request.contestant;
  return [
    '--print',
    // stream-json is refused without --verbose.
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-partial-messages',
    ...(request.bare === true ? bareArgs(request) : tierArgs[request.tier]),
    ...(request.sandboxed === true ? ['--settings', noSandbox] : []),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--effort', effort]),
  ];
}

/** Over the user's and the project's settings. */
const noSandbox = JSON.stringify({ sandbox: { enabled: false } });

/** Plan mode would refuse as well, but it may end in a plan instead of an answer; tools that are not offered cannot write. */
const tierArgs: Readonly<Record<Tier, readonly string[]>> = {
  read: [
    '--permission-mode',
    'dontAsk',
    '--tools',
    'Read,Grep,Glob',
    // Headless it trusts every folder: hooks and servers of a cloned repository would run.
    '--setting-sources',
    'user',
    '--strict-mcp-config',
    '--add-dir',
    '.',
  ],
  write: ['--permission-mode', 'acceptEdits'],
  full: ['--dangerously-skip-permissions'],
};

/** Without asking it reads in its own folder only. */
function bareArgs({ reads }: AgentRequest): readonly string[] {
  return [
    '--permission-mode',
    'dontAsk',
    '--tools',
    reads === true ? 'Read,Grep,Glob' : '',
    // The user's settings may hold the login; safe mode keeps the rest of them out.
    '--setting-sources',
    'user',
    '--strict-mcp-config',
    '--disable-slash-commands',
  ];
}

function tierEnvironment(request: AgentRequest): Readonly<Record<string, string>> {
  switch (tierOrBare(request)) {
    case 'bare':
      // Variables, because an older version would refuse a flag that it does not know.
      return {
        CLAUDE_CODE_SAFE_MODE: '1',
        CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
        CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
        // `@path` in what is judged would bring that file into the prompt.
        CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
      };
    case 'read':
      // The project's CLAUDE.md is read even though its settings are not.
      return { CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1' };
    case 'write':
      return {};
    case 'full':
      return request.asRoot ? { IS_SANDBOX: '1' } : {};
  }
}

function baseUrl({ contestant }: AgentRequest): Readonly<Record<string, string>> {
  const url = contestant.settings?.baseUrl;
  return url === undefined ? {} : { ANTHROPIC_BASE_URL: url };
}

/** `claude auth status` prints JSON. It knows that a key is there, not that it is valid. */
function readLogin({ output }: ProbeFindings): LoginState {
  const status = parse(output);
  const method = text(status?.['authMethod']);
  if (status === undefined || method === undefined) return { state: 'unknown' };
  if (status['loggedIn'] !== true) return { state: 'logged-out' };
  const subscription = method === 'claude.ai' || method === 'oauth_token';
  const plan = text(status['subscriptionType']);
  return { state: subscription ? 'subscription' : 'key', detail: plan ?? method };
}

function parse(output: string): ReturnType<typeof object> {
  try {
    return object(JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)));
  } catch {
    return undefined;
  }
}
