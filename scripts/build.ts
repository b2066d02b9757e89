// Builds the published package: bundled JavaScript for a fast start, and type declarations.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { buildWeb } from './build-web.ts';

/** Loaded late and only by some calls, or named by the type declarations: they stay packages of their own. */
const external = [
  /^node:/,
  /^@ai-sdk\//,
  /^ai$/,
  /^@agentclientprotocol\//,
  /^@pydantic\//,
  /^yaml$/,
  /^pg$/,
  /^@dbos-inc\//,
];

/** A validator of 280 KB for answers to forms that a server asks its client to show, which joust never does. */
const withoutElicitation = {
  name: 'without-elicitation',
  resolveId: (id: string) => (id === '@modelcontextprotocol/server/_shims' ? `\0${id}` : null),
  load: (id: string) =>
    id === '\0@modelcontextprotocol/server/_shims'
      ? 'export { default as process } from "node:process"; export class DefaultJsonSchemaValidator {}'
      : null,
};

/** Sentences of 60 languages in which no message of joust's is. */
const withoutLocales = {
  name: 'without-locales',
  resolveId: (id: string, from: string | undefined) =>
    id === '../locales/index.js' && /[/]zod[/]/.test(from ?? '') ? '\0zod-locales' : null,
  load: (id: string) =>
    id === '\0zod-locales' ? "export { default as en } from 'zod/v4/locales/en.js';" : null,
};

/** V8 parses a table sooner than it takes up the same as code, and a start has use for a small part of it. */
const withTablesAsText = {
  name: 'with-tables-as-text',
  load: (id: string) =>
    /settings\/(?:settings|operations)\.json$/.test(id)
      ? {
          code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(readFileSync(id, 'utf8'))))});`,
          moduleType: 'js' as const,
        }
      : null,
};

/** What string-width makes when it is loaded takes 24 ms, and most that joust prints needs none of it. */
const withLateWidths = {
  name: 'with-late-widths',
  transform: (code: string, id: string) =>
    /[/]string-width[/]index\.js$/.test(id)
      ? lateParts.reduce((text, [early, late]) => {
          if (!text.includes(early)) throw new Error(`string-width has changed: there is no ${early}`);
          return text.replace(early, () => late);
        }, code)
      : null,
};

const lateParts = [
  ['const segmenter = new Intl.Segmenter();', 'let segmenter;'],
  ['of segmenter.segment(string)', 'of (segmenter ??= new Intl.Segmenter()).segment(string)'],
  ['const rgiEmojiRegex = ', 'let rgiEmojiRegex; const rgiEmoji = () => rgiEmojiRegex ??= '],
  // None of these has a place below.
  [
    'rgiEmojiRegex.test(segment)',
    '(/[^\\0-\\u203B\\u2190-\\u2193\\u2500-\\u25A9]|[\\xA9\\xAE]/.test(segment) && rgiEmoji().test(segment))',
  ],
  // Letters of the west, dashes, quotes, arrows, lines and blocks: of one column each.
  ['/^[\\u0020-\\u007E]*$/', '/^[ -~\\xA1-\\xAC\\xAE-\\xFF\\u2010-\\u2027\\u2190-\\u2193\\u2500-\\u259F]*$/'],
] as const;

/**
 * What an `ask` does not call before its contestants have started: whatever is read for a start is read again in each. A file each, loaded
 * by whoever first calls something of it, so that nothing here may be called while files are loaded.
 */
const apart: Readonly<Record<string, readonly string[]>> = {
  // What lines mean, and why somebody failed.
  decoders: [
    ...['agy', 'claude', 'codex', 'copilot', 'gemini', 'opencode', 'pi'].map((id) => `agents/${id}/decoder`),
    ...['claude/end', 'failure', 'retry-after', 'telling-line'].map((name) => `agents/${name}`),
  ],
  // What comes after an attempt, and after all of them.
  ends: [
    ...['contest/attempt/seal', 'contest/play/clear-up', 'domain/events/whose-word', 'ledger/event-text'],
    ...['process/files/clean-copy', 'process/files/read-inside', 'process/spawn/remove-spools'],
    ...['process/tree/process-tree', 'process/tree/tree-scan'],
    ...['views/contest-summary', 'views/folder-notes', 'views/next-steps', 'views/units'],
  ],
  // All commands that are not a format's.
  commands: [
    ...['commands', 'help', 'specs/contest-specs', 'specs/decide-specs', 'specs/pool-specs'],
    ...['specs/setup-specs', 'specs/suite-specs', 'specs/suite-report-specs'],
    ...['specs/brief-specs', 'specs/brief-play-specs', 'specs/brief-upkeep-specs'],
  ].map((name) => `surfaces/cli/grammar/${name}`),
  // Patterns that take long to make.
  shapes: ['domain/settings/shapes'],
  // What is asked of the record by those who look back.
  reading: [
    ...['record/archive', 'record/news', 'record/result', 'record/record-digests'],
    ...['ledger/sqlite/sqlite-digests', 'views/document', 'views/manifest'],
  ],
  seldom: [
    ...['play/leave-to-player', 'contest/accounts/reset-time', 'contest/accounts/said-moment'],
    ...['contest/attempt/folder-traces', 'contest/attempt/held-places', 'contest/attempt/inline-run'],
    ...['contest/budget/enclosing', 'contest/budget/spent-on-record', 'contest/handle/child'],
    ...['contest/handle/gate', 'contest/play/discard', 'domain/settings/nearest', 'ledger/database-address'],
    ...['process/files/file-figures', 'process/files/folder'],
    ...['process/files/forget-folder', 'process/files/new-folder', 'process/load-module'],
    ...[
      'process/spawn/probe',
      'process/spawn/run-program',
      'process/spawn/starter',
      'process/spawn/terminal',
    ],
    ...['surfaces/cli/commands/contest/detach', 'workspace/folder/folder-list'],
  ],
};

/** Loaded by whoever first calls something of it: what is apart, the schema library, and what of Node takes long. */
const late = new RegExp(
  `^(?:const|let) (require_(?:zod|${Object.keys(apart).join('|')})|node_(?:crypto|fs_promises|readline_promises|timers_promises|stream)) = (require\\("[^"]+"\\));$`,
  'gm',
);

const withLateLibraries = {
  name: 'with-late-libraries',
  renderChunk: (code: string) =>
    [...code.matchAll(late)].reduce((text, [line, name, load]) => {
      // One whose default is imported as well is something else by then.
      if (text.includes(`${name} = `) && text.split(`${name} = `).length > 2) return text;
      const made = `let ${name}$;\nconst ${name} = () => ${name}$ ??= ${load};`;
      return text
        .replace(line, () => made)
        .replaceAll(`new ${name}.`, () => `new (${name}()).`)
        .replaceAll(`${name}.`, () => `${name}().`);
    }, code),
};

rmSync('dist', { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: 'src/surfaces/cli/main.ts', call: 'src/agents/call.ts', index: 'src/index.ts' },
  external,
  platform: 'node',
  // What is apart may have to be told from elsewhere.
  preserveEntrySignatures: 'allow-extension',
  plugins: [withTablesAsText, withoutElicitation, withoutLocales, withLateWidths, withLateLibraries],
  // Node is 22.18 or newer.
  transform: { target: 'es2023' },
});
/** Each file more costs a start: what is always loaded together is one, the smallest first. */
const together: readonly { readonly name: string; readonly roots: readonly string[] }[] = [
  // One process is started for every call.
  { name: 'hands', roots: ['process/spawn/call-io'] },
  { name: 'start', roots: ['surfaces/cli/main'] },
  { name: 'config', roots: ['play/extensions/extended-config'] },
  { name: 'record', roots: ['record/archive', 'record/list-contests', 'views/document', 'views/units'] },
  { name: 'agents', roots: ['agents/all', 'contest/handle/draw', 'surfaces/cli/screens/paper'] },
  {
    name: 'contest',
    roots: [
      ...['surfaces/cli/commands/contest/contest-command', 'surfaces/cli/screens/screen'],
      ...['play/play', 'formats/ask/ask'],
    ],
  },
];

const { output } = await bundle.write({
  dir: 'dist',
  // As scripts: what V8 makes of one can be kept with the functions that were called in it (`bin/joust.cjs`).
  format: 'cjs',
  // Names stay, for whoever is shown where it went wrong; a start reads a quarter less.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  comments: { legal: true, annotation: false, jsdoc: false },
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  codeSplitting: {
    // With each come the modules it loads, but for those of a group before it.
    groups: [
      { name: 'zod', priority: together.length + 1, test: /[/]node_modules[/]zod[/]|^\0zod-locales$/ },
      ...Object.entries(apart).map(([name, modules]) => ({
        name,
        priority: together.length + 1,
        test: isOneOf(modules),
        includeDependenciesRecursively: false,
      })),
      ...together.map(({ name, roots }, at) => ({
        name,
        priority: together.length - at,
        test: isOneOf(roots),
      })),
    ],
  },
});
await bundle.close();
// Other letters as escapes: a text that has any takes twice the room, and a start reads nearly a megabyte.
for (const { fileName } of output) {
  const ascii = readFileSync(`dist/${fileName}`, 'utf8').replaceAll(
    /[^\0-\x7F]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(`dist/${fileName}`, ascii);
}
writePack();
const [face] = output.filter(({ name }) => name === 'index');
if (face?.type !== 'chunk') throw new Error('the library was not built');
writeFileSync('dist/index.js', `export { ${face.exports.join(', ')} } from './index.cjs';\n`);
copyFileSync('src/process/spawn/wrapper.sh', 'dist/wrapper.sh');
chmodSync('dist/wrapper.sh', 0o755);
copyFileSync('src/process/spawn/test-reports.cjs', 'dist/test-reports.cjs');
cpSync('src/judging/calibration/pairs', 'dist/calibration', { recursive: true });
await buildWeb();
execFileSync(process.execPath, ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});

function isOneOf(modules: readonly string[]): (id: string) => boolean {
  const paths = new Set(modules.map((path) => resolve(`src/${path}.ts`)));
  return (id) => paths.has(id);
}

/**
 * What most commands load, as one script for `bin/joust.cjs`: a function for each file. To read them one by one, each with a
 * function written around it, takes a start longer, and is garbage that is collected in the middle of it. The files stay for the
 * library. It begins with its hash: what V8 keeps of it is known again by that.
 */
function writePack(): void {
  const names = new Set([...together.map(({ name }) => name), 'rolldown-runtime', 'main']);
  const files = output.filter(({ name }) => names.has(name ?? '')).map(({ fileName }) => fileName);
  const parts = files.map(
    (file) =>
      `${JSON.stringify(`./${file}`)}:function(exports,require,module,__filename,__dirname){${readFileSync(`dist/${file}`, 'latin1')}\n}`,
  );
  const script = `(function(){return{${parts.join(',')}}})`;
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 16);
  writeFileSync('dist/joust.pack', `/*${hash}*/${script}`, 'latin1');
}
