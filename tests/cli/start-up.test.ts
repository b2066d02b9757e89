// What a start of joust must not load: the schema library and the server's cost more than everything else together.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { cliProgram, type Project, project } from '../setup/project.ts';

/** Marks of the libraries that are bundled; the others are packages of their own. */
const bundled = /_zod|parseTOML|HonoRequest/;
const packages = /node_modules\/(zod|yaml|ai|toml-eslint-parser)\//;

/** Every file that is loaded for a line. */
function loaded(place: Project, args: readonly string[]): readonly string[] {
  const hook = place.write(
    'hook.mjs',
    `import { registerHooks } from 'node:module';
     import { appendFileSync } from 'node:fs';
     registerHooks({ load: (url, context, next) => { appendFileSync('loaded', url + '\\n'); return next(url, context); } });`,
  );
  const options = { env: { ...place.env }, cwd: place.folder, stdio: 'ignore' } as const;
  try {
    execFileSync(process.execPath, ['--import', hook, cliProgram, ...args], options);
  } catch {
    // Whether it comes to anything is not asked here.
  }
  const urls = readFileSync(`${place.folder}/loaded`, 'utf8').trim().split('\n');
  return urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
}

const isLibrary = (path: string) => packages.test(path) || bundled.test(readFileSync(path, 'utf8'));

it.each([
  ['--help'],
  ['ask', '--help'],
  ['race', '--help'],
  ['serve', '--port', 'none'],
  ['list'],
  ['usage'],
])('loads no schema library for %j', (...args) => {
  using place = project();
  const files = loaded(place, args);
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter(isLibrary)).toEqual([]);
});

it('would notice one', () => {
  using place = project();
  place.config('num = 2\n');
  expect(loaded(place, ['config', 'show']).filter(isLibrary)).not.toEqual([]);
});
