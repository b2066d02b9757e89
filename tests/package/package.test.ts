// The package as npm has it: what is in it, and everything it brings at work where it was installed from its tarball. On the
// Node at hand; `npm run test:package` does the same on each release line it promises.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';
import { finished, type Project, projectAt, root } from '../setup/project.ts';
import { until } from '../setup/until.ts';

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

const releaseLines = process.env['JOUST_PACKAGE_NODES']?.split(',') ?? [];
const top = realpathSync(mkdtempSync(join(tmpdir(), 'joust-package-')));
const place = join(top, 'user');
const bin = join(place, 'node_modules/joust/bin/joust.cjs');
const npm = (cwd: string, args: readonly string[]) =>
  spawnSync('npm', [...args, '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
    timeout: 100_000,
    killSignal: 'SIGKILL',
  });

let packed: Packed;
/** Why the rest cannot be tried. */
let isOffline = false;

beforeAll(() => {
  mkdirSync(place);
  const { stdout } = npm(root, ['pack', '--json', '--ignore-scripts', '--pack-destination', top]);
  const said: unknown = JSON.parse(stdout);
  [packed] = Object.values(said as Record<string, Packed>) as [Packed];
  const tarball = join(top, packed.filename);
  const { status, stderr } = npm(place, ['install', '--prefer-offline', '--omit=dev', tarball]);
  isOffline = /ENOTFOUND|ECONNREFUSED|ENOTCACHED|ETIMEDOUT|EAI_AGAIN/.test(stderr) || status === null;
  if (status !== 0 && !isOffline) throw new Error(stderr);
});

afterAll(() => rmSync(top, { recursive: true, force: true }));

describe('the tarball', () => {
  it('is under 3 MB, and says how large it is', () => {
    const kb = (bytes: number) => `${Math.round(bytes / 1000)} KB`;
    const { size, unpackedSize, files } = packed;
    process.stdout.write(
      `package: ${kb(size)} packed, ${kb(unpackedSize)} unpacked, ${files.length} files\n`,
    );
    expect(packed.size).toBeLessThan(3_000_000);
  });

  it('has what is used, with types, and nothing of its development', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'CHANGELOG.md',
        'LICENSE',
        'bin/joust.cjs',
        'dist/main.cjs',
        'dist/index.js',
        'dist/types/index.d.ts',
        'dist/call.cjs',
        'dist/wrapper.sh',
        'dist/calibration/code.jsonl',
        'dist/web/index.html',
        'dist/report.html.br',
        'schema/config.schema.json',
        'schema/output.schema.json',
        'skills/joust/SKILL.md',
        'docs/exit-codes.md',
      ]),
    );
    expect(
      paths.filter((path) => /\.map$|\.test\.|^(?:src|tests|scripts|\.ci|\.github)\//.test(path)),
    ).toEqual([]);
    const unexpected = paths.filter((path) => /\.tsx?$/.test(path) && !/^dist\/types\/.*\.d\.ts$/.test(path));
    expect(unexpected).toEqual([]);
  });

  it('depends on what it imports when it runs, and on zod for its types; the rest is in its bundle', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const programs = packed.files.filter(({ path }) => /^dist\/[^/]+\.cjs$/.test(path));
    const named = programs.flatMap(({ path }) =>
      [
        ...readFileSync(join(root, path), 'utf8').matchAll(
          /(?:\brequire|\bimport)\(\s*["`]((?:@[\w-]+\/)?[\w-]+)[\w/-]*["`]/g,
        ),
      ].flatMap(([, name = '']) => (isBuiltin(name) ? [] : [name])),
    );
    expect([...new Set([...named, 'zod'])].toSorted()).toEqual(Object.keys(dependencies).toSorted());
  });

  it('names exact versions', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object>;
    const versions = [...Object.entries({ ...manifest['dependencies'], ...manifest['devDependencies'] })];
    expect(
      versions.filter(([, version]) => !/^(?:npm:[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(String(version))),
    ).toEqual([]);
  });
});

it('the types are right for whoever imports it', () => {
  const attw = join(root, 'node_modules/.bin/attw');
  // ESM only: for require() there is import().
  const args = [attw, join(top, packed.filename), '--profile', 'esm-only', '--no-color'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});

describe.each(['this Node', ...releaseLines])('installed into an empty folder, on %s', (line) => {
  let node = process.execPath;
  let project: Project;

  beforeAll(() => {
    if (line !== 'this Node') node = nodeOf(line);
    project = projectAt(mkdtempSync(join(top, 'project-')), {}, { program: bin });
  });

  const run = (args: readonly string[]) =>
    finished(spawn(node, args, { cwd: project.folder, env: project.env, stdio: ['ignore', 'pipe', 'pipe'] }));

  it('the bin tells its version, and plays the demo', async ({ skip }) => {
    if (isOffline) skip('the registry of npm cannot be reached');
    const version = await run([bin, '--version']);
    expect(version).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
    const demo = await run([bin, 'demo']);
    expect(demo.code, demo.stderr).toBe(0);
    expect(demo.stdout).toContain('Winner: careful');
  });

  it('the library is imported by its name and plays', async ({ skip }) => {
    if (isOffline) skip('the registry of npm cannot be reached');
    const program = `const { ask } = await import(import.meta.resolve('joust', ${JSON.stringify(`file://${place}/`)}));
const { answers, state } = await ask({ prompt: 'why?', contestants: ['scripted/quick'] });
console.log(JSON.stringify([state, answers.map(({ outcome }) => outcome)]));`;
    const said = await run(['--input-type=module', '--experimental-import-meta-resolve', '-e', program]);
    expect(said).toMatchObject({ code: 0, stdout: '["closed",["ok"]]\n' });
  });

  // On the Node at hand tests/pool does.
  if (line !== 'this Node')
    it('a host of a pool plays', async ({ skip }) => {
      const cluster = await sharedCluster();
      if (isOffline) return skip('the registry of npm cannot be reached');
      if (typeof cluster === 'string') return skip(cluster);
      const JOUST_LEDGER = cluster.url(schemaFor(project.folder));
      const pooled = (args: readonly string[]) =>
        finished(
          spawn(node, [bin, ...args], {
            cwd: project.folder,
            env: { ...project.env, JOUST_LEDGER },
            stdio: ['ignore', 'pipe', 'pipe'],
          }),
        );
      const left = await pooled(['ask', '--pool', '--detach', '-c', 'scripted/quick', 'why?']);
      expect(left.code, left.stderr).toBe(0);
      const worker = await pooled(['worker', '--until-empty']);
      expect(worker.code, worker.stderr).toBe(0);
      expect(worker.stderr).toContain(`${left.stdout.trim()} ask: closed, ok`);
    });

  it('the pages are served', async ({ skip }) => {
    if (isOffline) skip('the registry of npm cannot be reached');
    const server = spawn(node, [bin, 'serve', '--port', '0'], {
      cwd: project.folder,
      env: project.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      let said = '';
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (data) => (said += String(data)));
      const address = () => /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      await until(() => address() !== undefined);
      const page = await (await fetch(String(address()))).text();
      const asset = /(?:src|href)="\.?\/?(assets\/[^"]+\.js)"/.exec(page)?.[1];
      const script = await fetch(`${address()}/${asset}`);
      expect([script.status, script.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('javascript'),
      ]);
    } finally {
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
    }
  });
});

/** The newest of a release line, from npm, once, into a folder git ignores. */
function nodeOf(line: string): string {
  const folder = join(root, `.cache/node-${line}`);
  const node = join(folder, 'node_modules/node/bin/node');
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  npm(folder, ['install', '--prefix', folder, '--no-save', `node@${line}`]);
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
  if (!version.startsWith(`v${line}.`)) throw new Error(`${node} is ${version}`);
  return node;
}
