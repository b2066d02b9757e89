// A private home in which the CLIs are configured to talk to the loopback model server.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { binFolder, cacheFolder, otherPackages, packages } from './packages.ts';

export interface Home {
  readonly path: string;
  /** A fresh folder that is a git repository of its own, for one attempt. */
  work(name: string): string;
  /** What the user's environment would hold. */
  readonly env: Readonly<Record<string, string>>;
}

const scenarios = [
  'ok',
  'unicode',
  'prose',
  'empty',
  '401',
  '429',
  '500',
  '529',
  'drop',
  'slow',
  'write',
  'blocked',
  'held',
  'look',
  'run',
  'cut',
  'limit',
  'later',
];

export function makeHome(serverUrl: string, name = 'home'): Home {
  const path = join(cacheFolder, name);
  rmSync(path, { recursive: true, force: true });
  for (const [file, content] of Object.entries(files(serverUrl))) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  const nodeFolder = dirname(process.execPath);
  return {
    path,
    work(name) {
      const folder = join(path, 'work', name);
      mkdirSync(folder, { recursive: true });
      execFileSync('git', ['init', '--quiet', folder]);
      return folder;
    },
    env: {
      HOME: path,
      PATH: [
        ...packages.map(({ agent }) => binFolder(agent)),
        nodeFolder,
        '/usr/local/bin:/usr/bin:/bin',
      ].join(':'),
      LANG: 'C.UTF-8',
      ANTHROPIC_BASE_URL: serverUrl,
      ANTHROPIC_API_KEY: 'sk-ant-stub-key-of-the-suite',
      GEMINI_API_KEY: 'stub-key-of-the-suite',
      GOOGLE_GEMINI_BASE_URL: serverUrl,
      JOUST_HOME: join(path, 'joust'),
    },
  };
}

/** The same home for someone who has the other CLIs as well. */
export function withOthers(home: Home, serverUrl: string): Home {
  const key = 'stub-key-of-the-suite';
  const url = `${serverUrl}/v1`;
  const path = [...otherPackages.map(({ agent }) => binFolder(agent)), home.env['PATH']].join(':');
  const others = {
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: key,
    GROK_MODELS_BASE_URL: url,
    XAI_API_KEY: key,
    COPILOT_PROVIDER_BASE_URL: url,
    COPILOT_PROVIDER_API_KEY: key,
    COPILOT_OFFLINE: 'true',
  };
  return { ...home, env: { ...home.env, ...others, PATH: path } };
}

function files(serverUrl: string): Readonly<Record<string, string>> {
  return {
    '.codex/config.toml': [
      'model_provider = "stub"',
      '[model_providers.stub]',
      'name = "stub"',
      `base_url = "${serverUrl}/v1"`,
      'wire_api = "responses"',
      // Each costs seconds without a network.
      '[analytics]\nenabled = false',
      '[features]\nplugins = false\napps = false\n',
    ].join('\n'),
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
    }),
    '.config/opencode/opencode.json': JSON.stringify({
      provider: {
        stub: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${serverUrl}/v1`, apiKey: 'stub-key-of-the-suite' },
          models: Object.fromEntries(scenarios.map((name) => [`stub-${name}`, { name }])),
        },
      },
      small_model: 'stub/stub-ok',
      autoupdate: false,
      share: 'disabled',
    }),
    '.pi/agent/models.json': JSON.stringify({
      providers: {
        stub: {
          baseUrl: `${serverUrl}/v1`,
          api: 'openai-completions',
          apiKey: 'stub-key-of-the-suite',
          models: scenarios.map((name) => ({ id: `stub-${name}` })),
        },
      },
    }),
    '.grok/config.toml': scenarios
      .map((name) => `[model.stub-${name}]\nmodel = "stub-${name}"\nbase_url = "${serverUrl}/v1"\n`)
      .join(''),
    '.continue/config.yaml': JSON.stringify({
      name: 'stub',
      version: '1.0.0',
      schema: 'v1',
      models: [
        {
          name: 'stub',
          provider: 'openai',
          model: 'stub-ok',
          roles: ['chat'],
          apiBase: `${serverUrl}/v1`,
          apiKey: 'stub-key-of-the-suite',
        },
      ],
    }),
  };
}
