// GitHub Copilot CLI, headless: the prompt on standard input, JSON lines on standard output, the usage in a file.
import type { Tier } from '../../domain/contestant.ts';
import type { AgentRequest, LoginState, ProbeFindings } from '../agent.ts';
import { cliAgent, launch, tierOrBare } from '../cli-agent.ts';
import { inEither, keyIn } from '../state-files.ts';
import { copilotDecoder } from './decoder.ts';

const usageFile = 'usage.json';
const configFiles = inEither('COPILOT_HOME', '.copilot', 'config.json');

function environmentOf({ contestant: { settings } }: AgentRequest): Readonly<Record<string, string>> {
  return settings?.baseUrl === undefined ? {} : { COPILOT_PROVIDER_BASE_URL: settings.baseUrl };
}

export const copilot = cliAgent({
  id: 'copilot',
  family: 'github',
  title: 'GitHub Copilot CLI',
  kind: 'cli',
  plan: (request) => ({
    ...launch(request.contestant, 'copilot', argsOf(request)),
    stdin: request.prompt,
    env: environmentOf(request),
    files: [],
    answerFile: usageFile,
  }),
  decoder: () => copilotDecoder,
  presence: {
    executable: 'copilot',
    install: 'npm install -g @github/copilot',
    version: { args: ['--version'], read: (output) => /CLI (\d+\.\d+\.\d+[-\w]*)/.exec(output)?.[1] },
    login: {
      files: configFiles,
      read: readLogin,
      hint: 'Run `copilot login`, or set COPILOT_GITHUB_TOKEN.',
    },
  },
  tiers: {
    read: { honoured: true },
    write: { honoured: true, caveat: 'it edits files but runs no commands' },
    full: { honoured: true },
  },
  bare: {
    tools: true,
    instructions: false,
    caveat: 'starts the MCP servers of your own config, whose tools it is not offered; your own hooks run',
  },
  environment: {
    passes: ['COPILOT_*', 'GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST'],
    keys: ['COPILOT_PROVIDER_API_KEY', 'COPILOT_PROVIDER_BEARER_TOKEN'],
    // It would lift every limit of the tiers.
    removes: ['COPILOT_ALLOW_ALL', 'COPILOT_ASSISTED_APPROVAL'],
  },
  calls: { variables: [], clients: ['copilot', 'github-copilot'] },
  // It unpacks itself into its cache.
  state: ['$COPILOT_HOME/', '.copilot/', '$XDG_CACHE_HOME/copilot/', '.cache/copilot'],
  efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  servedFrom: ({ settings }, env) => settings?.baseUrl ?? env['COPILOT_PROVIDER_BASE_URL'],
  staggerMs: 2000,
  idleMs: 300_000,
  verified: { version: '1.0.102' },
});

/** Headless, what needs a permission and has none is denied. */
const permissions: Readonly<Record<Tier | 'bare', readonly string[]>> = {
  bare: [
    '--available-tools=none',
    '--deny-tool=write',
    '--deny-tool=shell',
    '--no-custom-instructions',
    '--disable-builtin-mcps',
  ],
  read: ['--available-tools=view,grep,glob', '--deny-tool=write', '--deny-tool=shell'],
  write: ['--allow-tool=write', '--deny-tool=shell', '--disallow-temp-dir'],
  full: ['--allow-all'],
};

function argsOf(request: AgentRequest): readonly string[] {
  const { model, effort } = request.contestant;
  return [
    '--output-format',
    'json',
    '--stream',
    'on',
    '--no-color',
    '--no-auto-update',
    '--no-ask-user',
    '--usage-output-file',
    `${request.scratch}/${usageFile}`,
    ...permissions[tierOrBare(request)],
    ...(request.sandboxed === true ? ['--no-sandbox'] : []),
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--reasoning-effort', effort]),
  ];
}

/** Its token may lie in the system's keychain, where nobody looks: what is not seen is unknown. */
function readLogin({ files, env }: ProbeFindings): LoginState {
  const token = ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'].find((name) => env[name] !== undefined);
  if (token !== undefined) return { state: 'subscription', detail: token };
  if (configFiles.some((name) => loggedIn.test(files[name] ?? ''))) return { state: 'subscription' };
  const variables = [
    'COPILOT_PROVIDER_API_KEY',
    'COPILOT_PROVIDER_BEARER_TOKEN',
    'COPILOT_PROVIDER_BASE_URL',
  ];
  const key = variables.find((name) => env[name] !== undefined) ?? keyIn(files);
  return key === undefined ? { state: 'unknown' } : { state: 'key', detail: key };
}

const loggedIn = /"(?:last_?logged_?in_?user|logged_?in_?users)"\s*:\s*[[{]\s*["{]/i;
