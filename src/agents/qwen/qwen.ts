// Qwen Code, headless: the prompt on standard input, a stream of messages on standard output.
import type { AgentEvent } from '../../domain/agent-event.ts';
import type { Contestant, Tier } from '../../domain/contestant.ts';
import type { Usage } from '../../domain/usage.ts';
import type { AgentRequest, LoginState, ProbeFindings } from '../agent.ts';
import { cliAgent, launch, tierOrBare } from '../cli-agent.ts';
import { count, object, present, text } from '../decoder.ts';
import { messageStream } from '../message-stream.ts';
import { atSign } from '../prompt-syntax.ts';
import { longPause } from '../retry-after.ts';
import { dashed, inEither, jsonFile, keyIn } from '../state-files.ts';

const settingsFile = 'qwen-defaults.json';
const telemetryFile = 'telemetry.log';
const credentialFiles = inEither('QWEN_HOME', '.qwen', 'oauth_creds.json');
const userSettings = inEither('QWEN_HOME', '.qwen', 'settings.json');
const variableFiles = inEither('QWEN_HOME', '.qwen', '.env');

export const qwen = cliAgent({
  id: 'qwen',
  family: 'alibaba',
  title: 'Qwen Code',
  kind: 'cli',
  plan: (request) => ({
    ...launch(request.contestant, 'qwen', argsOf(request)),
    stdin: request.prompt,
    env: {
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: `${request.scratch}/${settingsFile}`,
      ...(request.sandboxed === true && { QWEN_SANDBOX: 'false' }),
      ...baseUrlOf(request.contestant),
    },
    files: [{ name: settingsFile, content: JSON.stringify(defaultsIn(request)) }],
    answerFile: telemetryFile,
  }),
  decoder: () => decoder,
  presence: {
    executable: 'qwen',
    install: 'npm install -g @qwen-code/qwen-code',
    version: { args: ['--version'], read: (output) => /^(\d+\.\d+\.\d+\S*)$/m.exec(output)?.[1] },
    login: {
      files: [...credentialFiles, ...userSettings, ...variableFiles],
      read: readLogin,
      hint: 'Run `qwen` once and sign in, or set OPENAI_API_KEY and auth = "key".',
    },
  },
  tiers: {
    read: { honoured: true },
    write: { honoured: true, caveat: 'it edits files but runs no commands' },
    full: { honoured: true },
  },
  bare: {
    tools: true,
    instructions: true,
    caveat: 'a tool that is newer than 0.24.4 may be offered; plan mode lets it change nothing',
  },
  environment: {
    passes: ['QWEN_HOME', 'QWEN_CODE_LANG', 'QWEN_DEFAULT_AUTH_TYPE', 'OPENAI_BASE_URL', 'OPENAI_MODEL'],
    keys: ['OPENAI_API_KEY', 'DASHSCOPE_API_KEY', 'BAILIAN_CODING_PLAN_API_KEY', 'MODELSCOPE_API_KEY'],
    removes: ['QWEN_CODE_SESSION_ID', 'QWEN_CODE_PROMPT_ID', 'QWEN_CODE_LAUNCHER_PID', 'QWEN_CODE_IDE_*'],
  },
  calls: { variables: ['QWEN_CODE_SESSION_ID'], clients: ['qwen'] },
  state: ['$QWEN_HOME/', '$QWEN_RUNTIME_DIR/', '.qwen/'],
  traces: { named: (folder) => inEither('QWEN_HOME', '.qwen', `projects/${dashed(folder)}`) },
  syntax: { mentions: atSign, commands: true },
  efforts: [],
  servedFrom: ({ settings }, env) => settings?.baseUrl ?? env['OPENAI_BASE_URL'],
  staggerMs: 2000,
  // A rate limit makes it wait for a minute at a time without a word on standard output.
  idleMs: 300_000,
  verified: { version: '0.24.4' },
});

/** Below the user's own settings. A second request after each answer would write what it heard into its memory. */
const defaultsIn = ({ scratch }: AgentRequest) => ({
  // For those who never chose: the key in the environment.
  security: { auth: { selectedType: 'openai' } },
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
  privacy: { usageStatisticsEnabled: false },
  // Seven tries of its own remain; each would be three more, and all of it ten times over on a rate limit.
  model: { generationConfig: { maxRetries: 0 } },
  // Only there it says that an answer was cut at the output limit; it goes into a file and nowhere else.
  telemetry: { enabled: true, target: 'local', logPrompts: false, outfile: `${scratch}/${telemetryFile}` },
});

const approvals: Readonly<Record<Tier | 'bare', string>> = {
  bare: 'plan',
  read: 'plan',
  write: 'auto-edit',
  full: 'yolo',
};

function argsOf(request: AgentRequest): readonly string[] {
  const { model, auth } = request.contestant;
  return [
    '--output-format',
    'stream-json',
    '--include-partial-messages',
    '--approval-mode',
    approvals[tierOrBare(request)],
    ...(request.bare === true ? ['--safe-mode', '--exclude-tools', everyTool.join(',')] : []),
    ...(auth === 'key' ? ['--auth-type', 'openai'] : []),
    ...(auth === 'subscription' ? ['--auth-type', 'qwen-oauth'] : []),
    ...(model === undefined ? [] : ['--model', model]),
  ];
}

function baseUrlOf({ settings }: Contestant): Readonly<Record<string, string>> {
  return settings?.baseUrl === undefined ? {} : { OPENAI_BASE_URL: settings.baseUrl };
}

function readLogin({ files, env }: ProbeFindings): LoginState {
  const read = (names: readonly string[]) => names.map((name) => files[name]).find(Boolean);
  const settings = jsonFile(read(userSettings));
  const chosen = text(object(object(settings?.['security'])?.['auth'])?.['selectedType']);
  const signedIn = read(credentialFiles) !== undefined;
  if (chosen === 'qwen-oauth' && signedIn) return { state: 'subscription', detail: 'Qwen account' };
  if (chosen !== undefined && chosen !== 'qwen-oauth') return { state: 'key', detail: chosen };
  if (env['OPENAI_API_KEY'] !== undefined) return { state: 'key', detail: 'OPENAI_API_KEY' };
  if (signedIn) return { state: 'subscription' };
  const key = keyIn(files);
  return key === undefined ? { state: 'unknown' } : { state: 'key', detail: key };
}

const decoder = messageStream({
  usage: (found) =>
    present<Usage>({
      inputTokens: count(found['input_tokens']),
      cachedInputTokens: count(found['cache_read_input_tokens']),
      outputTokens: count(found['output_tokens']),
    }),
  writers: { write_file: 'file_path', edit: 'file_path', notebook_edit: 'notebook_path' },
  failures: [
    [/^No auth type is selected/m, 'unauthenticated'],
    [/^\[API Error: Model stream ended with empty response/m, 'empty'],
    [
      /^\[API Error: .*\b(?:terminated|other side closed|Connection error)\b/m,
      'crashed',
      { transient: true },
    ],
  ],
  /** Up to 0.15 an error of the API ended as a success whose answer is the error, and no token was spent on it. */
  failureIn(result) {
    const answer = text(result['result'])?.trim() ?? '';
    const spent = count(object(result['usage'])?.['output_tokens']) ?? 0;
    return spent === 0 && /^\[API Error: .*\]$/s.test(answer) ? answer : undefined;
  },
  isCut: (telemetry) => [...telemetry.matchAll(mainEnds)].at(-1)?.[1] === 'length',
  retrying({ stderrTail, answerFile = '' }) {
    const [, seconds, message] = [...stderrTail.matchAll(retryPattern)].at(-1) ?? [];
    if (message !== undefined) return { message, ...longPause(Number(seconds) * 1000) };
    const since = answerFile.slice(answerFile.lastIndexOf('"qwen-code.api_response"') + 1);
    const error = [...since.matchAll(apiErrors)].at(-1)?.[1] ?? [...since.matchAll(apiStatus)].at(-1)?.[1];
    return error === undefined ? undefined : { message: `[API Error: ${error}]` };
  },
  stderr: readStderr,
});

/** Why an answer of the main model ended, in its telemetry; side requests have other ids. */
const mainEnds = /"qwen-code\.prompt_id": "[^"#]*#{8}\d+"(?:(?!prompt_id")[\s\S])*?"finish_reason": "(\w+)"/g;

/** Between its first tries it says nothing; its telemetry does. */
const apiErrors = /"qwen-code\.api_error"(?:(?!"event\.name")[\s\S])*?"error_message": "((?:[^"\\]|\\.)*)"/g;

const apiStatus = /"(?:error_)?status_code": ([45]\d\d)\b/g;

const retryPattern = /^Retrying in (\d+)s \(attempt \d+\/\d+\): (\[API Error: .*\])$/gm;

function readStderr(line: string): readonly AgentEvent[] {
  const [, seconds, message] = [...line.matchAll(retryPattern)].at(-1) ?? [];
  if (message === undefined) return [];
  const kind = message.startsWith('[API Error: 429') ? 'rate-limit' : 'retry';
  return [{ type: 'notice', kind, text: message, retryAfterMs: Number(seconds) * 1000 }];
}

/** Every tool that Qwen Code 0.24.4 knows by name: its safe mode takes no list of what is left, only of what is not. */
const everyTool: readonly string[] = [
  'exec',
  'edit',
  'write_file',
  'read_file',
  'zoom_image',
  'grep_search',
  'glob',
  'run_shell_command',
  'todo_write',
  'save_memory',
  'agent',
  'skill',
  'exit_plan_mode',
  'enter_plan_mode',
  'web_fetch',
  'web_search',
  'image_gen',
  'list_directory',
  'lsp',
  'ask_user_question',
  'cron_create',
  'cron_list',
  'cron_delete',
  'loop_wakeup',
  'create_sub_session',
  'list_agents',
  'task_stop',
  'task_create',
  'task_update',
  'task_list',
  'team_create',
  'team_delete',
  'team_plan_approval',
  'request_shutdown',
  'send_message',
  'monitor',
  'notebook_edit',
  'tool_call',
  'tool_search',
  'read_mcp_resource',
  'enter_worktree',
  'exit_worktree',
  'workflow',
  'artifact',
  'record_artifact',
  'record_source',
  'report_findings',
  'get_goal',
  'update_goal',
  'propose_goal',
  'display_image',
  'omni_downsample_image',
  'omni_downscale_video',
  'omni_downsample_audio',
  'omni_extract_keyframes',
  'omni_extract_audio',
  'omni_clip_video',
  'omni_convert_image',
  'omni_transcribe_audio',
  'omni_clip_image',
  'omni_clip_audio',
  'omni_caption_image',
  'omni_caption_audio',
  'omni_ocr_image',
  'omni_understand_video_segments',
  'omni_recall_media_memory',
];
