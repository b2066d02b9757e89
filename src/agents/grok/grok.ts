// Grok, headless: the prompt in a file, a stream of messages on standard output.
import type { Usage } from '../../domain/usage.ts';
import type { AgentRequest, LoginState, ProbeFindings } from '../agent.ts';
import { cliAgent, launch, tierOrBare, unlessSet } from '../cli-agent.ts';
import { count, type JsonObject, present } from '../decoder.ts';
import { messageStream } from '../message-stream.ts';
import { atSign } from '../prompt-syntax.ts';
import { inEither, keyIn } from '../state-files.ts';

const promptFile = 'prompt.txt';
const credentialFiles = inEither('GROK_HOME', '.grok', 'auth.json');
const configFiles = inEither('GROK_HOME', '.grok', 'config.toml');

export const grok = cliAgent({
  id: 'grok',
  family: 'xai',
  title: 'Grok',
  kind: 'cli',
  plan: (request) => ({
    ...launch(request.contestant, 'grok', argsOf(request)),
    stdin: '',
    env: {
      // By itself it tries for minutes, without a word.
      ...unlessSet(request.contestant, { GROK_MAX_RETRIES: '0', GROK_DISABLE_AUTOUPDATER: '1' }),
      ...(request.bare === true && bareEnvironment),
      ...(request.contestant.settings?.baseUrl !== undefined && {
        GROK_MODELS_BASE_URL: request.contestant.settings.baseUrl,
      }),
    },
    files: [{ name: promptFile, content: request.prompt }],
  }),
  decoder: () => decoder,
  presence: {
    executable: 'grok',
    install: 'npm install -g @xai-official/grok',
    version: { args: ['--version'], read: (output) => /^grok (\d+\.\d+\.\d+\S*)/m.exec(output)?.[1] },
    login: {
      files: [...credentialFiles, ...configFiles],
      read: readLogin,
      hint: 'Run `grok login`, or set XAI_API_KEY.',
    },
  },
  tiers: {
    read: { honoured: true, caveat: 'tools of MCP servers stay in reach where they are allowed beforehand' },
    write: { honoured: true, caveat: 'it edits files in its folder but runs no commands' },
    full: { honoured: true },
  },
  bare: {
    tools: true,
    instructions: false,
    caveat:
      'reads the AGENTS.md, rules and skills of your own ~/.grok, its hooks run and its MCP servers start, whose tools it is not offered',
  },
  environment: {
    passes: [
      'GROK_HOME',
      'GROK_MODELS_BASE_URL',
      'GROK_MODELS_LIST_URL',
      'GROK_XAI_API_BASE_URL',
      'GROK_AUTH*',
    ],
    keys: ['XAI_API_KEY', 'GROK_CODE_XAI_API_KEY'],
    removes: ['GROK_SESSION_ID', 'GROK_HOOK_*', 'GROK_LEADER_SOCKET'],
  },
  calls: { variables: ['GROK_SESSION_ID'], clients: ['grok'] },
  state: ['$GROK_HOME/', '.grok/'],
  traces: { named: (folder) => inEither('GROK_HOME', '.grok', `sessions/${encodeURIComponent(folder)}`) },
  // It attaches every file that `@path` names, even verbatim.
  syntax: { mentions: atSign, commands: true },
  efforts: ['low', 'medium', 'high'],
  servedFrom: ({ settings }, env) => settings?.baseUrl ?? env['GROK_MODELS_BASE_URL'],
  staggerMs: 2000,
  idleMs: 300_000,
  verified: { version: '1.0.41' },
});

/** What it would take over from other CLIs, and what it remembers. */
const bareEnvironment: Readonly<Record<string, string>> = Object.fromEntries([
  ...['CLAUDE', 'CURSOR'].flatMap((vendor) =>
    ['SKILLS', 'RULES', 'AGENTS', 'MCPS', 'HOOKS'].map((what) => [`GROK_${vendor}_${what}_ENABLED`, 'false']),
  ),
  ...['GROK_MEMORY', 'GROK_SUBAGENTS', 'GROK_WORKFLOWS', 'GROK_WEB_FETCH'].map((name) => [name, '0']),
]);

/** Headless, what is not allowed beforehand is cancelled and ends the turn: so a tier has no tool that it may not use. */
function argsOf(request: AgentRequest): readonly string[] {
  const { contestant, cwd, scratch } = request;
  const { model, effort } = contestant;
  const inFolder = ['--allow', `Write(${cwd}/**)`, '--allow', `Edit(${cwd}/**)`];
  const permissions = {
    // It ignores a list that names no tool it knows; a tool that is taken away again leaves none.
    bare: [
      '--permission-mode',
      'dontAsk',
      '--tools',
      'read_file',
      '--deny',
      'MCPTool',
      '--disallowed-tools',
      'read_file,search_tool,use_tool,Agent',
      '--disable-web-search',
    ],
    read: ['--permission-mode', 'dontAsk', '--tools', 'read_file,list_dir,grep'],
    write: [
      '--permission-mode',
      'dontAsk',
      '--tools',
      'read_file,list_dir,grep,search_replace,write',
      ...inFolder,
    ],
    full: ['--always-approve'],
  };
  return [
    '--prompt-file',
    `${scratch}/${promptFile}`,
    '--verbatim',
    '--no-plan',
    '--output-format',
    'streaming-messages-json',
    '--include-partial-messages',
    ...permissions[tierOrBare(request)],
    ...(request.sandboxed === true ? ['--sandbox', 'off'] : []),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--reasoning-effort', effort]),
  ];
}

function readLogin({ files, env }: ProbeFindings): LoginState {
  if (credentialFiles.some((name) => files[name] !== undefined)) return { state: 'subscription' };
  const key = env['XAI_API_KEY'] === undefined ? keyIn(files) : 'XAI_API_KEY';
  return key === undefined ? { state: 'unknown' } : { state: 'key', detail: key };
}

const decoder = messageStream({
  usage: readUsage,
  writers: { write: 'file_path', search_replace: 'file_path' },
  failures: [
    [/^(?:Internal error: ")?(?:Unauthorized|Forbidden) \(40[13]\) from /m, 'unauthenticated'],
    [/^Not signed in\b/m, 'unauthenticated'],
    [/^(?:Internal error: ")?(?:rate_limit_error:|.{0,40}\(429\) from )/m, 'rate-limited'],
    [/^(?:Internal error: ")?.{0,60}\(5\d\d\) from /m, 'crashed', { transient: true }],
  ],
});

/** Its input count leaves out what came from the cache. */
function readUsage(found: JsonObject): Usage {
  const input = count(found['input_tokens']);
  const cached = count(found['cache_read_input_tokens']);
  const written = count(found['cache_creation_input_tokens']);
  return present<Usage>({
    inputTokens: input === undefined ? undefined : input + (cached ?? 0) + (written ?? 0),
    cachedInputTokens: cached,
    cacheWriteTokens: written,
    outputTokens: count(found['output_tokens']),
  });
}
