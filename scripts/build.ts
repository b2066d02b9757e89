// Builds the published package: bundled JavaScript for a fast start, and type declarations.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { buildWeb } from './build-web.ts';

/** Loaded late and only by some calls, or named by the type declarations: they stay packages of their own. */
const external = [/^node:/, /^@ai-sdk\//, /^ai$/, /^@agentclientprotocol\//, /^@pydantic\//, /^yaml$/];

/** A validator of 280 KB for answers to forms that a server asks its client to show, which joust never does. */
const withoutElicitation = {
  name: 'without-elicitation',
  resolveId: (id: string) => (id === '@modelcontextprotocol/server/_shims' ? `\0${id}` : null),
  load: (id: string) =>
    id === '\0@modelcontextprotocol/server/_shims'
      ? 'export { default as process } from "node:process"; export class DefaultJsonSchemaValidator {}'
      : null,
};

rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: 'src/surfaces/cli/main.ts', call: 'src/call.ts', index: 'src/index.ts' },
  external,
  platform: 'node',
  plugins: [withoutElicitation],
  // Node is 22.18 or newer.
  transform: { target: 'es2023' },
});
/** What every contest is played with, in one file: each file more costs a start. Races and applying load the rest when they come to it. */
const core =
  /\/src\/(?:process\/(?!(?:git\/|files\/(?:copy-|folder|new-folder)|spawn\/terminal|platform|keep-awake))|ledger\/|contest\/(?!(?:check|workspace\/(?!workspace-spec)|play\/discard|accounts\/examine|budget\/assess))|domain\/(?:figures|roster|outcome|joust-error|kept-text|events\/blind-pick)[.]ts)/;
/** What each call needs of it: one process is started for every one. */
const hands = /\/src\/(?:process\/(?:spawn\/call-io|files\/read-inside)|domain\/(?:kept-text|outcome))[.]ts/;
await bundle.write({
  dir: 'dist',
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: {
    groups: [
      { name: 'hands', test: hands, priority: 1 },
      { name: 'core', test: core },
    ],
  },
});
await bundle.close();
copyFileSync('src/process/spawn/wrapper.sh', 'dist/wrapper.sh');
chmodSync('dist/wrapper.sh', 0o755);
cpSync('src/judging/calibration/pairs', 'dist/calibration', { recursive: true });
await buildWeb();
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
