// A git repository of one commit, written as git would write it: no name, setting or hook of the user's plays a part.
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';

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
