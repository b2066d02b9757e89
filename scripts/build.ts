// Builds the published package: bundled JavaScript for a fast start, and type declarations.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';

/** Loaded late and only by some calls, or named by the type declarations: they stay packages of their own. */
const external = [/^node:/, /^@ai-sdk\//, /^ai$/, /^@agentclientprotocol\//, /^@pydantic\//, /^yaml$/];

rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: 'src/surfaces/cli/main.ts', call: 'src/call.ts', index: 'src/index.ts' },
  external,
  platform: 'node',
  // Node is 22.18 or newer.
  transform: { target: 'es2023' },
});
await bundle.write({ dir: 'dist', format: 'esm', chunkFileNames: '[name]-[hash].js', sourcemap: true });
await bundle.close();
copyFileSync('src/process/wrapper.sh', 'dist/wrapper.sh');
chmodSync('dist/wrapper.sh', 0o755);
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
