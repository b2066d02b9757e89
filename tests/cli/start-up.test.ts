// What a start of joust must not load: the schema library and the server's cost more than everything else together, also where a
// contest is played. And what it keeps of what was compiled, where nobody else can write.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cliProgram, type Project, project } from '../setup/project.ts';

/** Marks of the libraries that are bundled; the others are packages of their own. */
const bundled = /\._zod\b|parseTOML|HonoRequest/;
const packages = /node_modules\/(zod|yaml|ai|toml-eslint-parser|pg|@dbos-inc)\//;

/** Every file that is loaded for a line; `soon`: before it starts a program. */
function loaded(place: Project, args: readonly string[], when: 'ever' | 'soon' = 'ever'): readonly string[] {
  const hook = place.write(
    'hook.mjs',
    `import { createRequire, registerHooks } from 'node:module';
     import { appendFileSync } from 'node:fs';
     const note = (url) => appendFileSync('loaded', url + '\\n');
     registerHooks({ resolve: (name, context, next) => { const found = next(name, context); note(found.url); return found; } });
     // What is built is loaded without being looked for.
     const require = createRequire(import.meta.url);
     const noteAll = () => Object.keys(require.cache).forEach((path) => note('file://' + path));
     const processes = require('node:child_process');
     const { spawn } = processes;
     if (${when === 'soon'}) processes.spawn = (...words) => { noteAll(); processes.spawn = spawn; return spawn(...words); };
     else process.once('exit', noteAll);`,
  );
  const options = { env: { ...place.env }, cwd: place.folder, stdio: 'ignore' } as const;
  try {
    execFileSync(process.execPath, ['--import', hook, cliProgram, ...args], options);
  } catch {
    // Whether it comes to anything is not asked here.
  }
  const urls = new Set(readFileSync(`${place.folder}/loaded`, 'utf8').trim().split('\n'));
  return [...urls].filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
}

const isLibrary = (path: string) => packages.test(path) || bundled.test(readFileSync(path, 'utf8'));

/** What most commands load is read as one file. */
const pack = fileURLToPath(new URL('../../dist/joust.pack', import.meta.url));

it.each([['--help'], ['ask', '--help'], ['race', '--help'], ['serve', '--port', 'none']])(
  'loads no schema library for %j',
  (...args) => {
    using place = project();
    const files = loaded(place, args);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter(isLibrary)).toEqual([]);
  },
);

describe('an ask', () => {
  const built = (files: readonly string[]) =>
    files.filter((path) => path.includes('/dist/')).map((path) => basename(path));
  const packed = readFileSync(pack, 'latin1');
  const isPacked = (name: string) => packed.includes(`"./${name}":function(`);
  const args = ['ask', '-c', 'echo*3', '-t', '1m', 'hi'];

  function place(): Project {
    const made = project();
    made.config('[contestants.echo]\nagent = "command"\ncommand = ["/bin/echo", "hello"]\n');
    return made;
  }

  it('has begun when one file was read', () => {
    using here = place();
    const files = built(loaded(here, args, 'soon'));
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((name) => !isPacked(name))).toEqual([]);
    expect(isLibrary(pack)).toBe(false);
  });

  it('takes two more, none of them a library', () => {
    using here = place();
    const files = loaded(here, args);
    expect(files.filter(isLibrary)).toEqual([]);
    const more = built(files).filter((name) => !isPacked(name));
    expect(more.map((name) => name.replace(/-.*/, '')).sort()).toEqual(['decoders', 'ends']);
  });
});

it('would notice one', () => {
  using place = project();
  place.config('[prices.m]\ninput = 2\noutput = 2\n');
  expect(loaded(place, ['config', 'show']).filter(isLibrary)).not.toEqual([]);
});

describe('what was compiled', () => {
  /** Runs `list`, with this folder for what Node and joust keep. */
  async function keeping(place: Project, cache: string) {
    const ran = await place.joustAlone(['list', '--json'], { env: { NODE_COMPILE_CACHE: cache } });
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' });
    const [folder = ''] = readdirSync(cache).map((name) => join(cache, name));
    const kept = readdirSync(folder).filter((name) => name.endsWith('.list.code'));
    return { folder, kept: kept.map((name) => join(folder, name)) };
  }

  it('is kept by command, and made again where it is no good', async () => {
    using place = project();
    const cache = join(place.folder, 'cache');
    const { kept } = await keeping(place, cache);
    const [start = ''] = kept.filter((path) => path.includes('/joust-'));
    const good = readFileSync(start);
    expect(good.length).toBeGreaterThan(10_000);
    for (const broken of ['', 'broken', good.subarray(0, good.length / 2)]) {
      writeFileSync(start, broken);
      expect((await keeping(place, cache)).kept).toEqual(kept);
      expect(readFileSync(start).length).toBeGreaterThan(10_000);
    }
  });

  it('is good for the next start, also where a lot is printed', async () => {
    using place = project();
    const script = place.write('flood.sh', "head -c 3000000 /dev/zero | tr '\\0' x | fold -w 119\n");
    place.config(`[contestants.flood]\nagent = "command"\ncommand = ["/bin/sh", "${script}"]\n`);
    const cache = join(place.folder, 'cache');
    const keptBy = async () => {
      const ran = await place.joustAlone(['ask', '-c', 'flood*2', 'hi'], {
        env: { NODE_COMPILE_CACHE: cache },
      });
      expect(ran.code).toBe(0);
      const [folder = ''] = readdirSync(cache).map((name) => join(cache, name));
      const kept = readdirSync(folder).filter((name) => name.endsWith('.ask.code'));
      return kept.map((name) => [name, statSync(join(folder, name)).ino]);
    };
    const first = await keptBy();
    expect(first).not.toEqual([]);
    // One that V8 refuses is made again.
    expect(await keptBy()).toEqual(first);
  });

  it('does not become less by a long contest, in which V8 forgets what a start had called', async () => {
    using place = project();
    const script = place.write('flood.sh', "head -c 10485760 /dev/zero | tr '\\0' x | fold -w 119\n");
    const command = (name: string, words: readonly string[]) =>
      `[contestants.${name}]\nagent = "command"\ncommand = ${JSON.stringify(words)}\n`;
    place.config(command('flood', ['/bin/sh', script]) + command('short', ['/bin/echo', 'hi']));
    const packAfter = async (who: string, cache: string) => {
      const env = { NODE_COMPILE_CACHE: join(place.folder, cache) };
      const ran = await place.joustAlone(['ask', '--json', '--max-parallel', '32', '-c', who, 'hi'], { env });
      expect(ran.code).toBe(0);
      const [folder = ''] = readdirSync(env.NODE_COMPILE_CACHE);
      const inside = join(env.NODE_COMPILE_CACHE, folder);
      const [name = ''] = readdirSync(inside).filter((one) => /^joust-.*[.]ask[.]code$/.test(one));
      return statSync(join(inside, name)).size;
    };
    expect(await packAfter('flood*20', 'one')).toBeGreaterThan(0.9 * (await packAfter('short*2', 'other')));
  });

  it('is neither read nor kept where others can write', async () => {
    using place = project();
    const cache = join(place.folder, 'cache');
    const { folder, kept } = await keeping(place, cache);
    for (const path of kept) rmSync(path);
    chmodSync(folder, 0o777);
    expect((await keeping(place, cache)).kept).toEqual([]);
  });

  it('does without a folder', async () => {
    using place = project();
    const env = { NODE_DISABLE_COMPILE_CACHE: '1' };
    expect((await place.joustAlone(['list', '--json'], { env })).code).toBe(0);
  });
});
