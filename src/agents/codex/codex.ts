// Codex, headless: `codex exec --json`, the prompt on standard input.
import type { Tier } from '../../domain/contestant.ts';
import type { AgentRequest, LoginState, ProbeFindings } from '../agent.ts';
import { cliAgent, launch, tierOrBare } from '../cli-agent.ts';
import { inEither } from '../state-files.ts';
import { codexDecoder } from './decoder.ts';

export const codex = cliAgent({
  id: 'codex',
  family: 'openai',
  title: 'Codex',
  kind: 'cli',
  plan: (request) => ({
    ...launch(request.contestant, 'codex', argsOf(request)),
    stdin: request.prompt,
    env: {},
    files: [],
  }),
  decoder: () => codexDecoder,
  presence: {
    executable: 'codex',
    install: 'npm install -g @openai/codex',
    version: { args: ['--version'], read: (output) => /codex-cli (\d+\.\d+\.\d+\S*)/.exec(output)?.[1] },
    login: {
      args: ['login', 'status'],
      dependsOn: ['auth.json', 'config.toml'].flatMap((name) => inEither('CODEX_HOME', '.codex', name)),
      read: readLogin,
      hint: 'Run `codex login`.',
    },
  },
  tiers: {
    read: { honoured: true, caveat: 'commands run in the CLI’s own read-only sandbox' },
    write: { honoured: true, caveat: 'its sandbox keeps .git and the network out of reach' },
    full: { honoured: true },
  },
  bare: {
    tools: true,
    instructions: false,
    caveat:
      'reads the AGENTS.md of its own home folder; its config.toml is not read, so name the model (and a provider of your own in `command`)',
  },
  environment: {
    passes: [
      'CODEX_HOME',
      'CODEX_SQLITE_HOME',
      'CODEX_CA_CERTIFICATE',
      'CODEX_OSS_BASE_URL',
      'CODEX_OSS_PORT',
      'OPENAI_BASE_URL',
      'OPENAI_ORGANIZATION',
      'OPENAI_ORG_ID',
      'OPENAI_PROJECT',
      'CODEX_ACCESS_TOKEN',
    ],
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY', 'AZURE_OPENAI_API_KEY'],
    removes: [
      'CODEX_SANDBOX*',
      'CODEX_THREAD_ID',
      'CODEX_SESSION_ID',
      'CODEX_TOOL_CALL_ID',
      'CODEX_CI',
      'CODEX_INTERNAL_*',
      'CODEX_MANAGED_*',
      'CODEX_PERMISSION_PROFILE',
      'CODEX_NETWORK_*',
      'CODEX_SNAPSHOT_*',
      'CODEX_NON_INTERACTIVE',
    ],
  },
  calls: { variables: ['CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CODEX_SESSION_ID'], clients: ['codex'] },
  state: ['$CODEX_HOME/', '$CODEX_SQLITE_HOME/', '.codex/'],
  // A skill by its name.
  syntax: { mentions: /\$(?=[A-Za-z])/g },
  efforts: ['minimal', 'low', 'medium', 'high', 'xhigh'],
  servedFrom: ({ settings }, env) => settings?.baseUrl ?? env['OPENAI_BASE_URL'],
  staggerMs: 2000,
  // It prints whole items only: a long stretch of reasoning is silent.
  idleMs: 600_000,
  verified: { version: '0.166.0' },
});

const sandboxes: Readonly<Record<Tier | 'bare', string>> = {
  bare: 'read-only',
  read: 'read-only',
  write: 'workspace-write',
  full: 'danger-full-access',
};

/** Another bubblewrap inside joust's cannot mount what it needs. Reading only stays a promise of the tier. */
function sandboxOf(request: AgentRequest): string {
  const tier = tierOrBare(request);
  return sandboxes[tier === 'write' && request.sandboxed === true ? 'full' : tier];
}

/** The sandbox is named every time: a folder that was written in once counts as trusted afterwards. */
function argsOf(request: AgentRequest): readonly string[] {
  const { model, effort, settings } = request.contestant;
  const tier = tierOrBare(request);
  return [
    'exec',
    '--json',
    '--skip-git-repo-check',
    '--sandbox',
    sandboxOf(request),
    '-c',
    'approval_policy="never"',
    ...(tier === 'bare' ? bareArgs : []),
    ...privateArgs(request),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['-c', `model_reasoning_effort=${JSON.stringify(effort)}`]),
    ...(settings?.baseUrl === undefined ? [] : ['-c', `openai_base_url=${JSON.stringify(settings.baseUrl)}`]),
    '-',
  ];
}

/**
 * Whoever may write makes the CLI trust the folder, and it notes that in the user's config for good. A private checkout
 * is gone afterwards, so there it is told for the one run.
 */
function privateArgs({ cwd, origin = cwd, tier, bare }: AgentRequest): readonly string[] {
  if (bare === true || origin === cwd) return [];
  // Nobody comes back to a session there.
  if (tier === 'read') return ['--ephemeral'];
  return ['--ephemeral', '-c', `projects={${JSON.stringify(cwd)}={trust_level="trusted"}}`];
}

const toolFeatures = [
  'shell_tool',
  'unified_exec',
  'view_image',
  'multi_agent',
  'goals',
  'image_generation',
  'sleep_tool',
  'skill_search',
  'tool_suggest',
  'memories',
  'apps',
  'plugins',
  'hooks',
  'workspace_dependencies',
  'browser_use',
  'computer_use',
  'code_mode_host',
];

/** Only without the user's config are there no MCP servers; the login does not lie in it. */
const bareArgs: readonly string[] = [
  '--ignore-user-config',
  '--ignore-rules',
  '--ephemeral',
  // `--disable` would refuse a feature that another version does not know.
  '-c',
  `features={${toolFeatures.map((name) => `${name}=false`).join(',')}}`,
  '-c',
  'web_search="disabled"',
  '-c',
  'tools.experimental_request_user_input.enabled=false',
  '-c',
  'project_doc_max_bytes=0',
  '-c',
  'skills.include_instructions=false',
];

/** `codex login status` speaks on standard error. */
function readLogin({ output, env }: ProbeFindings): LoginState {
  if (/^Logged in using ChatGPT/m.test(output)) return { state: 'subscription', detail: 'ChatGPT' };
  const other = /^(Logged in using .*|API key configured.*)$/m.exec(output)?.[1];
  if (other !== undefined) return { state: 'key', detail: other.replace(/ - .*$/, '') };
  if (env['CODEX_API_KEY'] !== undefined) return { state: 'key', detail: 'CODEX_API_KEY' };
  if (/^Not logged in/m.test(output)) return { state: 'logged-out' };
  return { state: 'unknown' };
}
