// Builds the pages into dist/web: what joust serve serves.
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';

const pages: InlineConfig = {
  configFile: false,
  root: 'src/surfaces/web',
  // Links that hold wherever it is served.
  base: './',
  plugins: [react()],
  logLevel: 'warn',
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // What the policy of the server allows: files, no data.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// }],
        },
      },
    },
  },
  worker: { format: 'es' },
};

export async function buildWeb(): Promise<void> {
  await build(pages);
}
