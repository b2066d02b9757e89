// What the demo races for: a program that adds up wrongly, with its tests, and three scripts that set about it. It needs
// no more than a shell.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';

const program = (line: string) => `# Adds up all prices it is given.
total() {
  sum=0
  for price in "$@"; do
    ${line}
  done
  echo "$sum"
}
`;

const tests = `# Prints TAP.
. ./total.sh
number=0
failed=0
expect() {
  number=$((number + 1))
  # Words of the second argument are prices.
  if [ "$(total $2)" = "$1" ]; then echo "ok $number"; else echo "not ok $number" && failed=1; fi
}
echo 1..4
expect 0 ""
expect 5 "5"
expect 5 "2 3"
expect 6 "1 2 3"
exit $failed
`;

export const demoFiles = { 'total.sh': program('sum=$price'), 'total.test.sh': tests };

export const demoCheck = 'test=sh total.test.sh';

export const demoTask = 'make total.sh add up all the prices';

/** By contestant. */
export const demoScripts = {
  careful: [
    { think: 'reading total.sh and its tests' },
    { edit: 'total.sh', content: program('sum=$((sum + price))') },
    { say: 'The sum was overwritten by every price. Now each price is added to it.' },
  ],
  quick: [
    {
      edit: 'total.sh',
      content: `# Adds up all prices it is given.\ntotal() {\n  echo $(($\{1:-0} + $\{2:-0}))\n}\n`,
    },
    { say: 'Two prices are added up. Nobody buys three things.' },
  ],
  sly: [
    { edit: 'total.test.sh', content: "# Prints TAP.\necho 1..1\necho 'ok 1'\n" },
    { say: 'Done: all tests pass.' },
  ],
} as const;

/** Plain files, all at the top. */
export async function demoRepository(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const git = join(folder, '.git');
  const entries: Buffer[] = [];
  // git wants the entries of a tree in order.
  for (const [name, content] of Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await put(join(folder, name), content);
    const oid = await putObject(git, 'blob', Buffer.from(content));
    entries.push(Buffer.from(`100644 ${name}\0`), Buffer.from(oid, 'hex'));
  }
  const tree = await putObject(git, 'tree', Buffer.concat(entries));
  const who = 'joust <joust@localhost> 946684800 +0000';
  const text = `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nAs it was before the race\n`;
  const commit = await putObject(git, 'commit', Buffer.from(text));
  await put(join(git, 'refs/heads/main'), `${commit}\n`);
  await put(join(git, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
  await put(join(git, 'HEAD'), 'ref: refs/heads/main\n');
}

async function putObject(git: string, type: 'blob' | 'tree' | 'commit', content: Buffer): Promise<string> {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const oid = createHash('sha1').update(whole).digest('hex');
  await put(join(git, 'objects', oid.slice(0, 2), oid.slice(2)), deflateSync(whole));
  return oid;
}

async function put(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
