// The download of a contest, unpacked by the machine's own tar.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tarGz } from '../../src/surfaces/http/tar.ts';

it.each([
  ['short', 'answers/ann.md'],
  ['of more than 100 bytes', `answers/${'a'.repeat(120)}.md`],
  ['in folders of more than 255 bytes', `${'folder/'.repeat(50)}ann.md`],
  ['not in ASCII', 'answers/Zoë.md'],
])('keeps a name that is %s', async (_what, path) => {
  const folder = mkdtempSync(join(tmpdir(), 'joust-tar-'));
  try {
    const file = { path, visibility: 'public', content: async () => 'all of it\n' } as const;
    const stream = tarGz('joust-x', { files: [file], manifest: () => '{}\n' });
    writeFileSync(join(folder, 'all.tar.gz'), await new Response(stream).bytes());
    execFileSync('tar', ['-xzf', 'all.tar.gz'], { cwd: folder });
    expect(readFileSync(join(folder, 'joust-x', path), 'utf8')).toBe('all of it\n');
    expect(readFileSync(join(folder, 'joust-x/manifest.json'), 'utf8')).toBe('{}\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
