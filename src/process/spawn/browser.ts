// Shows a file in the user's browser.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Machine } from '../machine.ts';
import { findProgram } from './programs.ts';
import { runProgram } from './run-program.ts';

type Place = Pick<Machine, 'env' | 'platform' | 'home' | 'cwd'>;

/** By what the system opens files with, or $BROWSER; it isn't waited for. False: it could not be started. */
export function openInBrowser(path: string, { env, platform }: Place): Promise<boolean> {
  const [program, args] =
    platform === 'win32'
      ? ['explorer.exe', [path]]
      : [
          '/bin/sh',
          ['-c', `command -v "$0" >/dev/null && exec "$0" "$1"`, env['BROWSER'] || usual(platform), path],
        ];
  const child = spawn(program, args, { detached: true, stdio: 'ignore', env: { ...env } });
  return new Promise((resolve) => {
    // What opens files ends at once, or stays with the browser: then it is there.
    const started = setTimeout(() => resolve(true), 1000);
    const done = (isOpen: boolean) => {
      clearTimeout(started);
      resolve(isOpen);
    };
    child.once('error', () => done(false));
    child.once('exit', (code) => done(platform === 'win32' || code === 0));
    child.unref();
  });
}

const usual = (platform: NodeJS.Platform): string => (platform === 'darwin' ? 'open' : 'xdg-open');

/** A browser from snap or flatpak sees no hidden folder of the home: it would show an error in place of the file. */
export async function isBrowserConfined(place: Place): Promise<boolean> {
  const { env, platform, cwd } = place;
  if (platform !== 'linux') return false;
  const named = env['BROWSER'];
  if (named === undefined || named === '') return await isUsualConfined(place);
  const found = findProgram(named, { path: env['PATH'], cwd });
  return (
    found !== undefined &&
    (found.startsWith('/snap/') || /^(?:snap|flatpak)$/.test(basename(realpathSync(found))))
  );
}

/** Where snap and flatpak put what they start programs by. */
const exported = ['/var/lib/snapd/desktop/applications', '/var/lib/flatpak/exports/share/applications'];

const longestMs = 5000;

async function isUsualConfined({ env, home }: Place): Promise<boolean> {
  const asked = { argv: ['xdg-mime', 'query', 'default', 'text/html'], cwd: '/', env };
  const { stdout } = await runProgram(asked, { timeoutMs: longestMs }).catch(() => ({ stdout: '' }));
  const entry = basename(String(stdout).trim());
  const folders = [...exported, join(home, '.local/share/flatpak/exports/share/applications')];
  return entry !== '' && folders.some((folder) => existsSync(join(folder, entry)));
}
