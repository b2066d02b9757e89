// Gemini CLI, headless: stream-json on standard output, the prompt on standard input.
import type { Tier } from '../../domain/contestant.ts';
import type { AgentRequest, LoginState, ProbeFindings } from '../agent.ts';
import { cliAgent, launch, tierOrBare, unlessSet } from '../cli-agent.ts';
import { atSign } from '../prompt-syntax.ts';
import { geminiDecoder } from './decoder.ts';

const settingsFile = '.gemini/settings.json';
const credentialsFile = '.gemini/oauth_creds.json';
const environmentFile = '.gemini/.env';
const policyFile = 'no-tools.toml';
const telemetryFile = 'telemetry.log';

export const gemini = cliAgent({
  id: 'gemini',
  family: 'google',
  title: 'Gemini CLI',
  kind: 'cli',
  plan: (request) => ({
    ...launch(request.contestant, 'gemini', argsOf(request)),
    stdin: request.prompt,
    env: {
      // Without this it starts itself a second time and does not pass signals on.
      ...unlessSet(request.contestant, {
        GEMINI_CLI_NO_RELAUNCH: 'true',
        // Only its debug log says that it switches models, which it does without end if none of them answers.
        GEMINI_DEBUG_LOG_FILE: '/dev/stderr',
        ...telemetry(request),
      }),
      ...baseUrl(request),
      // Whoever replaced its system prompt did so for other work.
      ...(request.bare === true && { GEMINI_SYSTEM_MD: 'false' }),
      ...(request.sandboxed === true && { GEMINI_SANDBOX: 'false' }),
    },
    files: request.bare === true ? [{ name: policyFile, content: noTools }] : [],
    answerFile: telemetryFile,
  }),
  decoder: () => geminiDecoder,
  presence: {
    executable: 'gemini',
    install: 'npm install -g @google/gemini-cli',
    version: { args: ['--version'], read: (output) => /^(\d+\.\d+\.\d+\S*)$/m.exec(output)?.[1] },
    login: {
      files: [settingsFile, credentialsFile, environmentFile].flatMap(bothHomes),
      read: readLogin,
      hint: 'Run `gemini` and choose how to sign in, or set GEMINI_API_KEY.',
    },
  },
  tiers: {
    read: { honoured: true, caveat: 'plan mode: no shell, and writing only in its own plans folder' },
    write: { honoured: true, caveat: 'edits files in its folder; it is offered no shell' },
    full: { honoured: true },
  },
  bare: {
    tools: true,
    instructions: false,
    caveat:
      'reads your own GEMINI.md and skills, and your own hooks run; tools that an administrator’s policy allows remain',
  },
  environment: {
    passes: [
      'GEMINI_MODEL',
      'GEMINI_CLI_HOME',
      'GEMINI_CLI_CUSTOM_HEADERS',
      'GEMINI_CLI_SYSTEM_*',
      'GEMINI_CLI_USE_COMPUTE_ADC',
      'GEMINI_DEFAULT_AUTH_TYPE',
      'GEMINI_API_KEY_AUTH_MECHANISM',
      'GEMINI_SYSTEM_MD',
      'GEMINI_SANDBOX*',
      'GOOGLE_*',
      'CLOUD_SDK_*',
      'CODE_ASSIST_ENDPOINT',
    ],
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    removes: ['GEMINI_CLI', 'GEMINI_CLI_IDE_*', 'GEMINI_PTY_INFO', 'GEMINI_CLI_WORKTREE_HANDLED'],
  },
  calls: { variables: ['GEMINI_CLI'], clients: ['gemini'] },
  state: ['$GEMINI_CLI_HOME/.gemini/', '.gemini/'],
  traces: {
    marked: { folders: ['.gemini/tmp', '.gemini/history'].flatMap(bothHomes), mark: '.project_root' },
    registries: { files: bothHomes('.gemini/projects.json'), field: 'projects' },
  },
  syntax: { mentions: atSign, commands: true },
  efforts: [],
  servedFrom: ({ settings }, env) =>
    settings?.baseUrl ?? env['GOOGLE_GEMINI_BASE_URL'] ?? env['GOOGLE_VERTEX_BASE_URL'],
  staggerMs: 2000,
  idleMs: 300_000,
  verified: { version: '0.61.0' },
});

const approvals: Readonly<Record<Tier | 'bare', string>> = {
  bare: 'plan',
  read: 'plan',
  write: 'auto_edit',
  full: 'yolo',
};

/** The settings above the user's own have to belong to root, a policy does not. */
const noTools = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n';

/** An untrusted folder would end the run before it begins; the tier limits it instead. */
function argsOf(request: AgentRequest): readonly string[] {
  const { model } = request.contestant;
  return [
    '--output-format',
    'stream-json',
    '--skip-trust',
    '--approval-mode',
    approvals[tierOrBare(request)],
    ...(request.bare === true ? bareArgs(request) : []),
    ...(model === undefined ? [] : ['--model', model]),
  ];
}

function bareArgs({ scratch }: AgentRequest): readonly string[] {
  const none = ['--extensions', 'none', '--allowed-mcp-server-names', 'none'];
  const policy = `${scratch}/${policyFile}`;
  // The first is ignored on a machine whose administrator has policies; the second stands below those.
  return [...none, '--admin-policy', policy, '--policy', policy];
}

/** Into a file and nowhere else: only there it says that an answer was cut at the output limit. */
function telemetry({ scratch }: AgentRequest): Readonly<Record<string, string>> {
  return {
    GEMINI_TELEMETRY_ENABLED: 'true',
    GEMINI_TELEMETRY_TARGET: 'local',
    GEMINI_TELEMETRY_LOG_PROMPTS: 'false',
    GEMINI_TELEMETRY_OUTFILE: `${scratch}/${telemetryFile}`,
  };
}

function baseUrl({ contestant }: AgentRequest): Readonly<Record<string, string>> {
  const url = contestant.settings?.baseUrl;
  return url === undefined ? {} : { GOOGLE_GEMINI_BASE_URL: url };
}

/** The CLI's folder lies in the home folder or where GEMINI_CLI_HOME says. */
function bothHomes(file: string): readonly string[] {
  return [`$GEMINI_CLI_HOME/${file}`, file];
}

/** There is no status command: the settings say how it signs in, the rest whether it can. */
function readLogin({ files, env }: ProbeFindings): LoginState {
  const read = (file: string) =>
    bothHomes(file)
      .map((name) => files[name])
      .find((content) => content !== undefined);
  // The settings may hold comments, so they are not parsed.
  const chosen = /"selectedType"\s*:\s*"([^"]+)"/.exec(read(settingsFile) ?? '')?.[1];
  if (chosen === 'oauth-personal') {
    // The credentials may also lie in the system's keychain.
    const seen = read(credentialsFile) !== undefined;
    return { state: seen ? 'subscription' : 'unknown', detail: 'Google account' };
  }
  if (chosen === 'vertex-ai' || chosen === 'compute-default-credentials')
    return { state: 'key', detail: chosen };
  const stored = /^\s*(?:export\s+)?(?:GEMINI|GOOGLE)_API_KEY=/m.test(read(environmentFile) ?? '');
  const key = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'].find((name) => env[name] !== undefined);
  if (key !== undefined || stored) return { state: 'key', detail: key ?? `~/${environmentFile}` };
  return { state: 'logged-out' };
}
