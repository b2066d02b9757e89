// The user's repository as a race finds it: where it is, what it stands on, and why it cannot be raced in.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import { askGit, attributeFiles, ignoreFile } from '../../process/git/git.ts';

export interface Repository {
  /** The top of the working tree. */
  readonly top: string;
  /** The folder below it that the user stands in: '' or 'packages/a'. */
  readonly below: string;
  readonly gitDir: string;
  /** Absent: the store has all it needs itself. */
  readonly objects?: string;
  /** Objects of its submodules. */
  readonly borrowed?: readonly string[];
  /** The user's home folder. */
  readonly userHome: string;
  /** The commit it stands on. */
  readonly head: string;
  /** Its tree, where it is known already. */
  readonly headTree?: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** Settings that decide how a file becomes a blob and back. */
  readonly settings: Readonly<Record<string, string>>;
  /** Where attributes stand, besides those in the tree; absent: there may be others. */
  readonly attributes?: readonly string[];
  /** Patterns of the user that ignore files, besides those in the tree. */
  readonly excludes: string;
  /** Where its history was cut off, as git keeps it. */
  readonly shallow?: string;
  /** Some of its objects may never have been fetched. */
  readonly partial?: boolean;
}

const keptSettings = [
  'core.filemode',
  'core.symlinks',
  'core.ignorecase',
  'core.autocrlf',
  'core.eol',
  'core.precomposeunicode',
  'core.bigfilethreshold',
];

/** `home`: the user's home folder. */
export async function openRepository(cwd: string, home: string): Promise<Repository> {
  const asked = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir', '--show-object-format'];
  const [said, listed] = await Promise.all([
    askGit(cwd, ['rev-parse', ...asked, '--show-prefix', 'HEAD^{commit}', 'HEAD^{tree}']),
    askGit(cwd, ['config', '--list', '-z']),
  ]);
  if (said === undefined) throw await noBase(cwd, ['rev-parse', ...asked]);
  const [top = '', gitDir = '', common = '', objectFormat = '', below = '', head = '', headTree = ''] =
    said.split('\n');
  const config = readConfig(listed ?? '');
  // As git reads it, where somebody named one.
  const named = config.has('core.excludesfile')
    ? await askGit(cwd, ['config', '--type=path', '--get', 'core.excludesfile'])
    : undefined;
  const partial = [...config.keys()].some((name) =>
    /^(?:extensions\.partialclone|remote\..*\.promisor)$/s.test(name),
  );
  const isElsewhere = config.has('core.attributesfile') || config.has('attr.tree');
  const attributes = isElsewhere ? undefined : attributeFiles(home);
  const commonDir = isAbsolute(common) ? common : resolve(cwd, common);
  const shallow = readIfThere(join(commonDir, 'shallow'));
  return {
    top,
    below: below.replace(/\/$/, ''),
    gitDir,
    objects: join(commonDir, 'objects'),
    userHome: home,
    head,
    headTree,
    objectFormat: objectFormat === 'sha256' ? 'sha256' : 'sha1',
    settings: Object.fromEntries(
      keptSettings.flatMap((name) => {
        const value = config.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    excludes: [
      // The later one wins.
      readIfThere(named?.trimEnd() ?? ignoreFile(home)),
      readIfThere(join(commonDir, 'info/exclude')),
    ]
      .filter(Boolean)
      .join('\n'),
    attributes: attributes && [...attributes, join(commonDir, 'info/attributes')],
    shallow,
    partial: partial || undefined,
  };
}

/** `question`: what every repository answers. */
async function noBase(cwd: string, question: readonly string[]): Promise<JoustError> {
  if ((await askGit(cwd, question)) !== undefined)
    return refused('this repository has no commit yet', 'Commit something first: a race needs a base.');
  if ((await askGit('/', ['--version'])) === undefined)
    return refused('git was not found', 'Install git; a race plays in private checkouts of a repository.');
  const bare = (await askGit(cwd, ['rev-parse', '--is-bare-repository']))?.trim() === 'true';
  if (bare) return refused('this repository is bare', 'Go to a working tree of it.');
  return refused(
    'this folder is not in a git repository',
    'Go to one, or make one: git init && git add -A && git commit -m base.',
  );
}

/** Keys as git prints them: sections and names in lower case. The last one counts. */
function readConfig(listed: string): Map<string, string> {
  return new Map(
    listed
      .split('\0')
      .filter((entry) => entry !== '')
      .map((entry) => {
        const cut = entry.indexOf('\n');
        return cut < 0
          ? [entry.toLowerCase(), 'true']
          : [entry.slice(0, cut).toLowerCase(), entry.slice(cut + 1)];
      }),
  );
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined;
}

export function refused(why: string, hint: string): JoustError {
  return new JoustError(`there can be no race here: ${why}`, { code: 'usage', setting: 'cwd', hint });
}

export function somePaths(paths: readonly string[]): string {
  return paths.length <= 3
    ? paths.join(', ')
    : `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more`;
}
