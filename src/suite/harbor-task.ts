// A task of Harbor's, made ready without a container: what it works in is a repository of its own, and what measures it a script whose sum is on record.
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HarborTask } from '../config/suite/harbor.ts';
import { JoustError } from '../domain/joust-error.ts';
import type { SuiteTask } from '../domain/suite/suite-plan.ts';
import { runGitHere } from '../process/git/git.ts';
import { sha256 } from '../process/machine.ts';

/** Played as a race on that repository, with the script as its check. A contestant who changes the script makes an error of it. */
export async function laidOutTask(task: SuiteTask, harbor: HarborTask, home: string): Promise<SuiteTask> {
  const script = verifierOf(harbor);
  const sum = sha256(script);
  const folder = join(home, 'harbor', sha256(`${harbor.folder}\n${sum}`).slice(0, 24));
  const verifier = join(folder, `${sum}.sh`);
  rmSync(verifier, { force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(verifier, script, { mode: 0o500 });
  const work = await layOut(harbor, folder);
  const { check = [] } = task.settings;
  const checks = [...(Array.isArray(check) ? check : [check]), `reward=${commandFor(verifier, sum)}`];
  return { ...task, place: { kind: 'folder', path: work }, settings: { ...task.settings, check: checks } };
}

/** 126: it cannot be told, which is an error and no failure. */
function commandFor(path: string, sum: string): string {
  const file = quoted(path);
  return `[ "$({ sha256sum < ${file} || shasum -a 256 < ${file}; } 2>/dev/null | cut -c1-64)" = ${sum} ] || exit 126; sh ${file}`;
}

/** Named after what is in it, so that what others play on stays. */
async function layOut({ folder, copies }: HarborTask, place: string): Promise<string> {
  const making = join(place, `${process.pid}.new`);
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  const environment = join(folder, 'environment');
  for (const { from, to } of copies) {
    const source = join(environment, from);
    if (!existsSync(source) || !source.startsWith(environment))
      throw new JoustError(`${folder}: its Dockerfile copies ${from}, which is not in environment/`, {
        code: 'usage',
        hint: 'Put it there, or take the line out.',
      });
    mkdirSync(dirname(join(making, to)), { recursive: true });
    cpSync(source, join(making, to), {
      recursive: true,
      filter: (path) =>
        !/\/environment\/(?:Dockerfile|docker-compose\.ya?ml)$/.test(path) && !/\/\.git$/.test(path),
    });
  }
  const git = async (...args: string[]) => {
    const { code, stderr, stdout } = await runGitHere(making, { args });
    if (code === 0) return stdout.toString('utf8').trim();
    const why = `${folder} cannot be laid out: git ${args[0]}: ${stderr.trim()}`;
    throw new JoustError(why, { code: 'config', hint: 'See what git says by hand.' });
  };
  await git('init', '-q');
  await git('add', '-A', '-f');
  await git(...commitArgs);
  const work = join(place, `work-${(await git('rev-parse', 'HEAD^{tree}')).slice(0, 24)}`);
  if (existsSync(work)) rmSync(making, { recursive: true, force: true });
  else renameSync(making, work);
  return work;
}

const commitArgs = [
  '-c',
  'user.name=joust',
  '-c',
  'user.email=joust@localhost',
  '-c',
  'commit.gpgsign=false',
  'commit',
  '-q',
  '--allow-empty',
  '--date=2000-01-01T00:00:00Z',
  '-m',
  'The task as it was given',
];

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Puts the tests down from itself, outside of what was worked in, runs them there and reads the reward as Harbor does: reward.txt, else reward.json. */
function verifierOf({ tests, workdir, environment }: HarborTask): string {
  const files = tests.map(
    ({ path, content, executable }) =>
      `put ${quoted(path)} ${executable || path.endsWith('.sh') ? '700' : '600'} <<'END-OF-FILE'\n${content
        .toString('base64')
        .replaceAll(/(.{1,76})/g, '$1\n')}END-OF-FILE`,
  );
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}=${quoted(value)}`);
  return `${before}\n${files.join('\n')}\n${variables.join('\n')}\nworkdir=${quoted(workdir)}\n${after}`;
}

const before = `set -u
work=$(pwd -P)
root=$(mktemp -d) || exit 126
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/tests" "$root/logs/verifier" "$root/logs/agent"
put() {
  mkdir -p "$(dirname "$root/tests/$1")" && base64 -d > "$root/tests/$1" && chmod "$2" "$root/tests/$1" || exit 126
}`;

/** Paths of the container become those of here, in text files of the tests alone. */
const after = `
moved() {
  printf '%s' "s#(^|[^A-Za-z0-9_./-])$1($|[^A-Za-z0-9_-])#\\\\1$2\\\\2#g"
}
find "$root/tests" -type f | while IFS= read -r file; do
  LC_ALL=C grep -Iq . "$file" || continue
  for time in 1 2; do
    LC_ALL=C sed -E -e "$(moved /tests "$root/tests")" -e "$(moved /logs "$root/logs")" -e "$(moved "$workdir" "$work")" "$file" > "$root/moved" || exit 126
    cat "$root/moved" > "$file"
  done
done
rm -f "$root/moved"
shell=$(command -v bash || echo sh)
cd "$work" && "$shell" "$root/tests/test.sh" </dev/null
ended=$?
reward=
if [ -f "$root/logs/verifier/reward.txt" ]; then
  reward=$(tr -d '[:space:]' < "$root/logs/verifier/reward.txt")
elif [ -f "$root/logs/verifier/reward.json" ]; then
  pairs=$(tr '\\n' ' ' < "$root/logs/verifier/reward.json" | grep -oE '"[^"]*"[[:space:]]*:[[:space:]]*-?[0-9.]+([eE][-+]?[0-9]+)?')
  one=$(printf '%s\\n' "$pairs" | grep '^"reward"' || printf '%s\\n' "$pairs")
  reward=$(printf '%s\\n' "$one" | awk -F: 'NF > 1 { sum += $NF; n += 1 } END { if (n) print sum / n }')
fi
case "$reward" in
  '' | *[!0-9.eE+-]*)
    echo "test.sh ended with $ended and left no reward" >&2
    exit 126 ;;
esac
echo "reward $reward" >&2
awk -v reward="$reward" 'BEGIN { exit !(reward + 0 >= 1) }'
`;
