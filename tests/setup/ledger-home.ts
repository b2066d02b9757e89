// Keeps tests away from the user's ledger, config and home: they are folders of this run, and gone after it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'joust-tests-'));
  process.env['JOUST_HOME'] = join(folder, 'data');
  process.env['HOME'] = join(folder, 'home');
  process.env['JOUST_CONFIG_DIR'] = join(folder, 'config');
  delete process.env['JOUST_DEPTH'];
  delete process.env['JOUST_LEDGER'];
  return () => rmSync(folder, { recursive: true, force: true });
}
