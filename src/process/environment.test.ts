// The environment a child gets: the allow-list, the agent's own variables, and never a key under a subscription.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childEnvironment, type EnvironmentRules } from './environment.ts';

const none: EnvironmentRules = { passes: [], keys: [], withholdKeys: false, removes: [], sets: {} };
/** What joust itself sets for everybody. */
const own = { NO_COLOR: '1', TERM: 'dumb' };

/** The list as the design has it, written down a second time: a new name here is a decision. */
const listed =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TMP|TEMP|XDG_.*|DBUS_SESSION_BUS_ADDRESS|SSH_AUTH_SOCK|COLUMNS|(?:HTTP|HTTPS|NO|ALL)_PROXY|(?:http|https|no|all)_proxy|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NIX_SSL_CERT_FILE|NVM_DIR|NVM_BIN|FNM_.*|VOLTA_HOME|PNPM_HOME|BUN_INSTALL|DENO_DIR|NPM_CONFIG_PREFIX|CARGO_HOME|RUSTUP_HOME|GOPATH|GOROOT|GOCACHE|GOMODCACHE|JAVA_HOME|MAVEN_HOME|GRADLE_USER_HOME|PYENV_ROOT|VIRTUAL_ENV|CONDA_PREFIX|UV_CACHE_DIR|ASDF_.*|MISE_.*|HOMEBREW_.*|NIX_PATH|NIX_PROFILES|SystemRoot|SYSTEMROOT|ComSpec|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|ProgramData|JOUST_ATTEMPT_.*)$/;

const name = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/),
  fc.constantFrom(
    'PATH',
    'HOME',
    'LC_ALL',
    'XDG_DATA_HOME',
    'PATHS',
    'XPATH',
    'HOME_DIR',
    'MY_KEY',
    'MY_HOME',
  ),
  fc.constantFrom('LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV', 'PYTHONPATH', 'GIT_DIR', 'AWS_SECRET_ACCESS_KEY'),
  fc.constantFrom('NPM_TOKEN', 'GITHUB_TOKEN', 'ANTHROPIC_API_KEY', 'JOUST_HOME', 'JOUST_DEPTH', '__proto__'),
);
const environment = fc.array(fc.tuple(name, fc.string()), { maxLength: 20 }).map(Object.fromEntries<string>);

describe('the allow-list', () => {
  it('lets nothing pass that is not on it', () => {
    fc.assert(
      fc.property(environment, (base) => {
        const { env, withheld } = childEnvironment(base, none);
        const expected = Object.entries(base).filter(([key]) => listed.test(key));
        expect(env).toEqual({ ...Object.fromEntries(expected), ...own });
        expect(withheld).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('is widened by the agent’s own variables, by name and by prefix', () => {
    const base = { MY_KEY: '1', MY_KEYS: '2', CODEX_HOME: '3', CODEX: '4' };
    expect(childEnvironment(base, { ...none, passes: ['MY_KEY', 'CODEX_*'] }).env).toEqual({
      MY_KEY: '1',
      CODEX_HOME: '3',
      ...own,
    });
  });

  it('leaves out what is not set', () => {
    expect(childEnvironment({ PATH: undefined }, none).env).toEqual(own);
  });
});

describe('secrets of clouds', () => {
  const secrets = {
    AWS_SECRET_ACCESS_KEY: '1',
    AWS_SESSION_TOKEN: '2',
    AWS_BEARER_TOKEN_BEDROCK: '3',
    GOOGLE_APPLICATION_CREDENTIALS: '/4',
    AZURE_CLIENT_SECRET: '5',
    CLOUDSDK_AUTH_ACCESS_TOKEN: '6',
  };
  const plain = { AWS_REGION: 'eu', GOOGLE_CLOUD_PROJECT: 'p', AZURE_OPENAI_API_KEY: 'k' };
  const passes = ['AWS_*', 'GOOGLE_*', 'AZURE_*', 'CLOUDSDK_*'];

  it('are withheld though the agent would read them, and passed by name only', () => {
    const base = { ...secrets, ...plain };
    const seen = childEnvironment(base, { ...none, passes });
    expect(seen).toEqual({ env: { ...plain, ...own }, withheld: Object.keys(secrets) });
    expect(
      childEnvironment(base, { ...none, passes, given: ['AWS_*', 'AZURE_CLIENT_SECRET'] }).withheld,
    ).toEqual(['GOOGLE_APPLICATION_CREDENTIALS', 'CLOUDSDK_AUTH_ACCESS_TOKEN']);
  });
});

describe('keys', () => {
  const keys = ['ANTHROPIC_API_KEY', 'MY_KEY'];

  it('never pass under a subscription, whatever passes says', () => {
    const passes = fc.array(fc.constantFrom('*', 'ANTHROPIC_*', 'ANTHROPIC_API_KEY', 'MY_*', 'MY_KEY', 'M*'));
    fc.assert(
      fc.property(environment, passes, (base, passed) => {
        const { env, withheld } = childEnvironment(base, {
          ...none,
          given: passed,
          keys,
          withholdKeys: true,
        });
        for (const key of keys) expect(Object.hasOwn(env, key)).toBe(false);
        expect([...withheld].sort()).toEqual(keys.filter((key) => Object.hasOwn(base, key)));
      }),
    );
  });

  it('pass otherwise, and nothing is called withheld', () => {
    const base = { ANTHROPIC_API_KEY: 'k' };
    expect(childEnvironment(base, { ...none, keys })).toEqual({ env: { ...base, ...own }, withheld: [] });
  });
});

describe('what is removed and what is set', () => {
  it('is removed whatever else lets it pass, and is not called withheld', () => {
    const base = { CLAUDECODE: '1', CLAUDE_SESSION_ID: 'x', PATH: '/bin', MY_KEY: 'k' };
    const rules = {
      ...none,
      passes: ['*'],
      keys: ['MY_KEY'],
      removes: ['CLAUDECODE', 'CLAUDE_SESSION_*', 'PATH', 'MY_KEY'],
    };
    expect(childEnvironment(base, rules)).toEqual({ env: own, withheld: [] });
    expect(childEnvironment(base, { ...rules, withholdKeys: true })).toEqual({ env: own, withheld: [] });
  });

  it('is set over everything inherited', () => {
    const sets = { PATH: '/opt', TERM: 'xterm', NEW: 'n' };
    expect(childEnvironment({ PATH: '/bin' }, { ...none, sets }).env).toEqual({ ...own, ...sets });
  });

  it('tells children that nobody sees colours, whatever the user’s terminal does', () => {
    expect(childEnvironment({ TERM: 'xterm-256color', FORCE_COLOR: '1', NO_COLOR: '' }, none).env).toEqual(
      own,
    );
  });
});
