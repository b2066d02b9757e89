// A player of its own is joust, whatever program asks for it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joustVersion } from '../../src/domain/version.ts';
import { until } from '../setup/until.ts';

it('starts joust where a host program asks for it, and not that program again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'joust-detach-'));
  try {
    const [host, log] = [join(folder, 'host.mts'), join(folder, 'players', 'one.log')];
    const { pathname } = new URL('../../src/process/spawn/terminal.ts', import.meta.url);
    writeFileSync(
      host,
      `import { detachSelf } from '${pathname}'; detachSelf(['--version'], ${JSON.stringify({ home: folder, log })});`,
    );
    execFileSync(process.execPath, [host]);
    const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    await until(() => said() !== '');
    expect(said().trim()).toBe(joustVersion);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
