// What a start of joust must not load: the schema library costs more than everything else together.
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { cliProgram, project } from '../setup/project.ts';

it('loads no schema library for an ask without a config file', () => {
  using place = project();
  const hook = place.write(
    'hook.mjs',
    `import { registerHooks } from 'node:module';
     registerHooks({ load: (url, context, next) => { if (/node_modules\\/(zod|yaml|ai|toml-eslint-parser)\\//.test(url)) console.error('LOADED ' + url); return next(url, context); } });`,
  );
  const args = ['--import', hook, cliProgram, 'ask', '-c', 'command', 'hi'];
  const ran = (() => {
    try {
      return execFileSync(process.execPath, args, {
        env: { ...place.env },
        cwd: place.folder,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    } catch (error) {
      return (error as { stderr: string }).stderr;
    }
  })();
  expect(ran).toContain('it has no command');
  expect(ran).not.toContain('LOADED');
});
