// Opens a file in the user's editor and waits until it is closed.
import { spawn } from 'node:child_process';
import type { Machine } from './machine.ts';

/** The editor's exit code; undefined when it could not be started. $VISUAL and $EDITOR may hold arguments, as git has it. */
export function openEditor(
  path: string,
  { env, platform }: Pick<Machine, 'env' | 'platform'>,
): Promise<number | undefined> {
  const editor = env['VISUAL'] || env['EDITOR'] || (platform === 'win32' ? 'notepad' : 'vi');
  const options = { stdio: 'inherit', env: { ...env } } as const;
  const child =
    platform === 'win32'
      ? spawn(`${editor} "${path}"`, { ...options, shell: true })
      : spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, path], options);
  // An interrupt is the editor's to handle.
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  return new Promise<number | undefined>((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', (code) => resolve(code ?? undefined));
  }).finally(() => process.off('SIGINT', ignore));
}
