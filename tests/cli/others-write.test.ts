// Whoever can write to joust's home or config says what it runs: such places are refused, with what to do about it.
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';

it.skipIf(process.platform === 'win32').each([
  ['home', (place: Project) => place.home, ['list']],
  ['config', (place: Project) => join(dirname(place.home), 'config'), ['ask', '-c', 'scripted', 'hi']],
  [
    'config file',
    (place: Project) => join(dirname(place.home), 'config', 'config.toml'),
    ['ask', '-c', 'scripted', 'hi'],
  ],
] as const)('a %s that others can write to is refused', async (_name, of, args) => {
  using place = project();
  place.config('');
  mkdirSync(place.home, { recursive: true });
  const path = of(place);
  chmodSync(path, 0o777);
  const refused = await place.joust([...args]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`other users can write to ${path}`);
  expect(refused.stderr).toContain(`chmod go-w ${path}`);
  chmodSync(path, 0o755);
  expect((await place.joust([...args])).code).toBe(0);
});
