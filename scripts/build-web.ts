// Builds the pages: dist/web, which joust serve serves, and the page into which joust export puts a contest, packed.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig } from 'vite';

// Whatever it is set to where it is built, tests for one: what is shipped is what is tested.
process.env['NODE_ENV'] = 'production';

const common: InlineConfig = {
  configFile: false,
  root: 'src/surfaces/web',
  plugins: [react()],
  logLevel: 'warn',
};
const target = 'es2023';

const pages: InlineConfig = {
  ...common,
  // Links that hold wherever it is served.
  base: './',
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    target,
    modulePreload: { polyfill: false },
    // What the policy of the server allows: files, no data.
    assetsInlineLimit: 0,
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

/** Everything in one script and one sheet. */
const report: InlineConfig = {
  ...common,
  publicDir: false,
  build: {
    write: false,
    target,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: 'src/surfaces/web/report.tsx', output: { codeSplitting: false } },
  },
};

export async function buildWeb(): Promise<void> {
  await build(pages);
  const built = await build(report);
  const output = Array.isArray(built) || !('output' in built) ? [] : built.output;
  const script = output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('');
  const style = output.flatMap((file) => (file.type === 'asset' ? [String(file.source)] : [])).join('');
  writeFileSync('dist/report.html.br', brotliCompressSync(reportTemplate(script, style)));
}

/** They stand in literals: minified code has none of its own. */
function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Only this script runs, and nothing is loaded; filled by operations/export/report-page.ts. */
function reportTemplate(script: string, style: string): string {
  // An inline script ends where this stands, even in a text of its own; and a report has no hidden characters.
  const inline = script
    .replaceAll('</script', '\\x3c/script')
    .replaceAll('<!--', '\\x3c!--')
    .replaceAll(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, escapeOf);
  const hash = createHash('sha256').update(inline).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<title><!--joust:title--></title>',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="joust"></div>',
    '<noscript><!--joust:plain--></noscript>',
    '<script type="application/json" id="joust-data"><!--joust:data--></script>',
    `<script type="module">${inline}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
