// The environment a child gets: an allow-list wide enough for logins to work, and nothing more.

export interface EnvironmentRules {
  /** The agent's own variables; a trailing * is a prefix. */
  readonly passes: readonly string[];
  /** What the user passes besides, in the same form. */
  readonly given?: readonly string[];
  /** The provider's key variables. */
  readonly keys: readonly string[];
  /** Whether the key variables are kept from the child. */
  readonly withholdKeys: boolean;
  /** Variables of an enclosing agent session, removed whatever else says. */
  readonly removes: readonly string[];
  /** Set last, over everything inherited. */
  readonly sets: Readonly<Record<string, string>>;
}

export interface ChildEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables the agent would have read and does not get. */
  readonly withheld: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs, folders and sockets of this machine, which mean nothing on another. */
export const ofThisMachine: readonly string[] = [
  'PATH',
  'SHELL',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'SSH_AUTH_SOCK',
  'NVM_DIR',
  'NVM_BIN',
  'FNM_*',
  'VOLTA_HOME',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_DIR',
  'NPM_CONFIG_PREFIX',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'GOPATH',
  'GOROOT',
  'GOCACHE',
  'GOMODCACHE',
  'JAVA_HOME',
  'MAVEN_HOME',
  'GRADLE_USER_HOME',
  'PYENV_ROOT',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'UV_CACHE_DIR',
  'ASDF_*',
  'MISE_*',
  'HOMEBREW_*',
  'NIX_PATH',
  'NIX_PROFILES',
  // Windows cannot start a program without these.
  'SystemRoot',
  'SYSTEMROOT',
  'ComSpec',
  'PATHEXT',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
  'ProgramData',
];

const common = [
  ...ofThisMachine,
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TZ',
  'TMPDIR',
  'TMP',
  'TEMP',
  'XDG_*',
  'COLUMNS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'NIX_SSL_CERT_FILE',
  // The markers of enclosing attempts: ending the outer one must find what the inner one started.
  'JOUST_ATTEMPT_*',
];

/** Looked up for each variable of the user's, of which there may be a hundred. */
const commonNames: ReadonlySet<string> = new Set(common);
const commonBeginnings = common.filter((pattern) => pattern.endsWith('*'));

export function childEnvironment(base: Environment, rules: EnvironmentRules): ChildEnvironment {
  const keys = new Set(rules.keys);
  const { given = [], removes, withholdKeys } = rules;
  const passes = [...commonBeginnings, ...rules.passes, ...given, ...(withholdKeys ? [] : rules.keys)];
  const withheld: string[] = [];
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (value === undefined || isAmong(removes, name) || name === ledgerVariable) continue;
    const held = withholdKeys && keys.has(name);
    if (!held && !commonNames.has(name) && !isAmong(passes, name)) continue;
    if (held || (cloudSecret.test(name) && !isAmong(given, name))) withheld.push(name);
    else env[name] = value;
  }
  return { env: { ...env, NO_COLOR: '1', TERM: 'dumb', ...rules.sets }, withheld };
}

/** Whoever has it writes the record of everybody: no child gets it, whatever else says. */
const ledgerVariable = 'JOUST_LEDGER';

/** They open a whole account and not a model: only whoever is given them by name gets them. */
const cloudSecret =
  /^(?:AWS_(?:ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN|SECURITY_TOKEN|BEARER_TOKEN_\w+|WEB_IDENTITY_TOKEN_FILE|CONTAINER_\w+)|GOOGLE_APPLICATION_CREDENTIALS|GOOGLE_\w*ACCESS_TOKEN|CLOUD_?SDK_\w*(?:TOKEN|CREDENTIAL)\w*|(?:AZURE|ARM)_\w*(?:SECRET|PASSWORD|CERTIFICATE|TOKEN)\w*)$/;

export function isAmong(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}
