// Starts the program in dist/: with what was compiled for the same command before, and without the warnings a user can do
// nothing about.
'use strict';

const { enableCompileCache, getCompileCacheDir } = require('node:module');
const { builtProgram } = require('./code-cache.cjs');

const needless =
  /SQLite is an experimental feature|USE_MAIN_CONTEXT_DEFAULT_LOADER is an experimental feature/;
const emitWarning = process.emitWarning;
process.emitWarning = (warning, ...rest) => {
  if (!needless.test(String(warning))) emitWarning.call(process, warning, ...rest);
};

enableCompileCache();
const isHelp = process.argv.some((word) => word === '--help' || word === '-h');
const command = isHelp ? 'help' : (/^[a-z-]{1,20}$/.exec(process.argv[2])?.[0] ?? 'joust');
const load = builtProgram(getCompileCacheDir(), command);

// A start reads each schema once or twice: to compile them costs more than it saves.
globalThis.__zod_globalConfig = { jitless: true };

/** Nothing is left to do, and to take Node apart piece by piece takes a while: it ends once all that was said is read. */
const leave = (code) => {
  process.exitCode = code;
  process.stdout.write('', () => process.stderr.write('', () => process.exit()));
};

load('./main.cjs')
  .main(process.argv.slice(2))
  .then(leave, (error) => {
    console.error(error);
    leave(1);
  });
