// What a contestant and a check may see and write, out of plain values.
import { delimiter, isAbsolute, join } from 'node:path';
import type { SandboxPolicy } from './sandbox.ts';

export interface Surroundings {
  readonly home: string;
  readonly joustHome: string;
  /** The folder of the user's config file. */
  readonly joustConfig: string;
  readonly workspace: {
    readonly tree: string;
    readonly tmp: string;
    readonly cache: string;
    /** Its own git directory, where that lies outside of the tree. */
    readonly git?: string;
  };
  /** The state paths of every other agent: relative to the home folder, `$VARIABLE/...`, or absolute for another account. */
  readonly otherStates: readonly string[];
  /** The user's environment with the contestant's own laid over it, for PATH and the variables in state paths. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What else it needs to read wherever it lies, such as a file that its settings name. */
  readonly readable?: readonly string[];
  /** The step's private folder in the spool: an agent's prompt and answer, and reports of a check's test runners, lie there. */
  readonly scratch?: string;
}

export interface ContestantSurroundings extends Surroundings {
  /** The state paths of the agent itself: they stay writable, for logins are refreshed. */
  readonly agentState: readonly string[];
}

/** The network is open: its model is out there. */
export function contestantPolicy(around: ContestantSurroundings): SandboxPolicy {
  const { agentState } = around;
  const policy = commonPolicy(around);
  return {
    ...policy,
    writable: [...policy.writable, ...scratchOf(around), ...statePaths(agentState, around)],
    network: 'open',
  };
}

/** A check isn't an agent: every agent's login is another's. */
export function checkPolicy(
  around: Surroundings,
  { network }: { readonly network: SandboxPolicy['network'] },
): SandboxPolicy {
  const { writable, ...policy } = commonPolicy(around);
  return { ...policy, writable: [...writable, ...scratchOf(around)], network };
}

function scratchOf({ scratch }: Surroundings): readonly string[] {
  return scratch === undefined ? [] : [scratch];
}

function commonPolicy(around: Surroundings): Omit<SandboxPolicy, 'network'> {
  const { home, joustHome, joustConfig, workspace, otherStates, env, readable = [] } = around;
  const { tree, tmp, cache, git } = workspace;
  return {
    writable: [tree, `${cache}/`, ...(git === undefined ? [] : [git])],
    readable: [...pathFolders(env['PATH']), ...readable],
    hidden: [
      joustHome,
      joustConfig,
      ...homeSecrets.map((path) => join(home, path)),
      ...statePaths(otherStates, { home, env }).map((path) => path.replace(/\/$/, '')),
    ],
    tmp,
    cwd: tree,
  };
}

/** Programs are found there, even where the place is hidden otherwise. */
function pathFolders(path: string | undefined): readonly string[] {
  return (path ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
}

/** Where the folders of a specification are when nobody says otherwise. */
const usualPlaces: Readonly<Record<string, string>> = {
  XDG_DATA_HOME: '.local/share',
  XDG_CONFIG_HOME: '.config',
  XDG_STATE_HOME: '.local/state',
  XDG_CACHE_HOME: '.cache',
};

/**
 * Absolute paths. A folder in the home folder is not made (keeps no slash) where a variable names another one for it.
 * A variable that names the home folder itself, or what that lies in, would open or hide everything.
 */
export function statePaths(
  state: readonly string[],
  { home, env }: Pick<Surroundings, 'home' | 'env'>,
): readonly string[] {
  const elsewhere = state.some((path) => isElsewhere(path, env));
  const found = state.flatMap((path) => {
    if (!path.startsWith('$')) return [inHome(path, { home, made: !elsewhere })];
    const [, variable = '', rest = ''] = /^\$(\w+)\/(.*)$/.exec(path) ?? [];
    const usual = usualPlaces[variable];
    const folder = env[variable] || (usual && join(home, usual));
    return folder !== undefined && isAbsolute(folder) ? [join(folder, rest === '' ? '/' : rest)] : [];
  });
  return found.filter((path) => !`${home}/`.startsWith(path.endsWith('/') ? path : `${path}/`));
}

function isElsewhere(path: string, env: Surroundings['env']): boolean {
  const variable = /^\$(\w+)\//.exec(path)?.[1];
  return variable !== undefined && usualPlaces[variable] === undefined && (env[variable] ?? '') !== '';
}

function inHome(path: string, { home, made }: { readonly home: string; readonly made: boolean }): string {
  const whole = isAbsolute(path) ? path : join(home, path);
  return made ? whole : whole.replace(/\/$/, '');
}

/** Relative to the home folder; a file or a folder. */
const homeSecrets: readonly string[] = [
  // Keys and passwords.
  '.ssh',
  '.gnupg',
  '.pki',
  '.password-store',
  '.local/share/keyrings',
  '.local/share/kwalletd',
  '.config/op',
  '.config/1Password',
  '.config/Bitwarden',
  '.config/keepassxc',
  '.config/sops',
  '.vault-token',
  // Clouds and clusters.
  '.aws',
  '.azure',
  '.config/gcloud',
  '.kube',
  '.config/doctl',
  '.config/hcloud',
  '.fly',
  '.oci',
  '.s3cfg',
  '.boto',
  '.config/rclone',
  '.terraform.d/credentials.tfrc.json',
  '.terraformrc',
  '.databrickscfg',
  // Containers: logins, and the sockets of engines that run in the home folder.
  '.docker/config.json',
  '.docker/run',
  '.docker/desktop',
  '.config/containers/auth.json',
  '.colima',
  '.orbstack/run',
  '.lima',
  // Forges and git.
  '.netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.config/gh',
  '.config/hub',
  '.config/glab-cli',
  // Package registries: logins only. How a build is set up (pip.conf, Maven's and Gradle's settings) stays readable.
  '.npmrc',
  '.yarnrc.yml',
  '.config/pnpm/rc',
  '.pypirc',
  '.config/pypoetry/auth.toml',
  '.gem/credentials',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.composer/auth.json',
  '.config/composer/auth.json',
  '.m2/settings-security.xml',
  '.huggingface',
  '.cache/huggingface/token',
  // Databases.
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  // Browsers and mail.
  '.mozilla',
  '.thunderbird',
  '.config/google-chrome',
  '.config/google-chrome-beta',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/microsoft-edge',
  '.config/vivaldi',
  '.config/opera',
  '.config/Slack',
  'snap/firefox',
  'snap/chromium',
  '.var/app/org.mozilla.firefox',
  '.var/app/com.google.Chrome',
  'Library/Application Support/Google/Chrome',
  'Library/Application Support/Firefox',
  'Library/Application Support/BraveSoftware',
  'Library/Application Support/Microsoft Edge',
  'Library/Application Support/Arc',
  'Library/Safari',
  'Library/Cookies',
  'Library/Mail',
  'Library/Messages',
  // What was typed before.
  '.bash_history',
  '.zsh_history',
  '.zhistory',
  '.histfile',
  '.local/share/fish/fish_history',
  '.history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  '.sqlite_history',
  '.rediscli_history',
  '.lesshst',
  '.viminfo',
  '.zsh_sessions',
  '.bash_sessions',
  '.local/share/atuin',
];
