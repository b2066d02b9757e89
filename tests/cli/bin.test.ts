// The published bin: on the Node it needs, on an older one, and on the oldest it promises.
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { joustVersion } from '../../src/domain/version.ts';
import { cliProgram as bin, finished, type Project, project, root } from '../setup/project.ts';
import { ended } from './output-lines.ts';

const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};

/** What fits next, and no warning. */
const onlyNext = expect.stringMatching(/^Contest .*\n$/);

function run(place: Project, node: string, args: readonly string[]) {
  const env = { ...place.env, TMPDIR: place.folder };
  return finished(spawn(node, args, { cwd: place.folder, env }));
}

describe('the bin', () => {
  it('prints the version of the package, which is also the one in the code', async () => {
    using place = project();
    for (const option of ['--version', '-V']) {
      expect(await run(place, process.execPath, [bin, option])).toEqual({
        code: 0,
        stdout: `${version}\n`,
        stderr: '',
      });
    }
    expect(joustVersion).toBe(version);
    expect((await place.joust(['--version'])).stdout).toBe(`${version}\n`);
  });

  it('plays from dist, its own call program and wrapper included', async () => {
    using place = project();
    const args = [bin, 'ask', '--json', '-c', 'scripted/quick', 'why?'];
    const { code, stdout, stderr } = await run(place, process.execPath, args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: onlyNext });
    expect(ended(stdout)).toMatchObject([{ contestant: 'scripted/quick', outcome: 'ok' }]);
  });

  it('gives its errors and exit codes like the source', async () => {
    using place = project();
    const { code, stderr } = await run(place, process.execPath, [bin, 'ask', '-c', 'nobody', 'hi']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^joust: .*nobody/);
    expect(stderr).not.toContain('    at ');
  });
});

describe('an older Node', () => {
  const sentence = (found: string) => `joust needs Node 22.18 or newer; this is Node ${found} (`;
  const pretend = (found: string) =>
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${found}' } });
     process.argv.splice(1, 0, ${JSON.stringify(bin)}); require(${JSON.stringify(bin)});`;

  it('is the one the package says', () => {
    expect(engines.node).toBe('>=22.18');
  });

  it.each(['18.20.4', '20.20.2', '22.17.1', '21.99.0'])(
    '%s is told which one joust needs, with 2',
    async (found) => {
      using place = project();
      const { code, stdout, stderr } = await run(place, process.execPath, [
        '-e',
        pretend(found),
        '--',
        '--version',
      ]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(sentence(found));
      expect(stderr).toContain(bin);
    },
  );

  it.each(['22.18.0', '22.100.0', '23.0.0', '24.1.0', '100.0.0'])('%s is not one', async (found) => {
    using place = project();
    const { code, stdout } = await run(place, process.execPath, ['-e', pretend(found), '--', '--version']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${version}\n` });
  });

  it('says so for real, where the machine has one', async ({ skip }) => {
    const old = oldNode();
    if (old === undefined) return skip('there is no Node older than 22.18 on PATH');
    using place = project();
    for (const args of [['ask', '-c', 'scripted', 'hi'], ['--version'], []]) {
      const { code, stdout, stderr } = await run(place, old.path, [bin, ...args]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(sentence(old.version));
    }
  });
});

describe('Node 22.18', () => {
  /** From npm, once, into a folder git ignores; a machine without the registry says so aloud. */
  function node22({ skip }: TestContext): string {
    const place = join(root, '.cache/node22');
    const node = join(place, 'node_modules/node/bin/node');
    if (existsSync(node)) return node;
    if (process.env['CI'] === 'true')
      skip('Node 22.18.0 is not in .cache/node22, and CI does not download it');
    mkdirSync(place, { recursive: true });
    const args = ['install', '--prefix', place, '--no-save', '--no-audit', '--no-fund', 'node@22.18.0'];
    spawnSync('npm', args, { cwd: place, stdio: 'ignore', timeout: 45_000, killSignal: 'SIGKILL' });
    if (!existsSync(node)) skip('Node 22.18.0 could not be had from npm within 45 s');
    return node;
  }

  it('plays without a warning', async (context) => {
    const node = node22(context);
    using place = project();
    expect((await run(place, node, ['--version'])).stdout).toBe('v22.18.0\n');
    const { code, stdout, stderr } = await run(place, node, [bin, 'ask', '-c', 'scripted/quick', 'why?']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: onlyNext });
    expect(stdout).toMatch(/^## scripted\/quick · simulated · ok/);
    const doctor = await run(place, node, [bin, 'doctor', 'scripted']);
    expect({ code: doctor.code, stderr: doctor.stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('parses every file of dist', async (context) => {
    const node = node22(context);
    using place = project();
    const files = readdirSync(join(root, 'dist')).filter((name) => /\.c?js$/.test(name));
    expect(files).toEqual(expect.arrayContaining(['main.cjs', 'call.cjs', 'index.js']));
    // All by one process: parsed as modules and as scripts, and not run.
    const parse = `const fs = require('node:fs'), vm = require('node:vm');
      const parsed = (path, text) => path.endsWith('.cjs') ? new vm.Script('(function () {' + text + '})') : new vm.SourceTextModule(text);
      for (const path of process.argv.slice(1)) try { parsed(path, fs.readFileSync(path, 'utf8')) } catch (error) { console.log(path, error.message) }`;
    const options = ['--experimental-vm-modules', '--no-warnings', '-e', parse, '--'];
    const paths = files.map((file) => join(root, 'dist', file));
    const broken = place.write('broken.js', 'export const using = ;\n');
    const { code, stdout, stderr } = await run(place, node, [...options, ...paths, broken]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\S*broken\.js .*\n$/);
  });
});

/** A Node before 22.18 on PATH that is none of ours. */
function oldNode(): { readonly path: string; readonly version: string } | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, 'node');
    if (!isAbsolute(folder) || folder.includes('node_modules') || !isExecutable(path)) continue;
    const found = spawnSync(realpathSync(path), ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
    const [major = 0, minor = 0] = found.split('.').map(Number);
    if (major > 0 && (major < 22 || (major === 22 && minor < 18))) return { path, version: found };
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
