// Starts the program in dist/: with Node's compile cache, and without the one warning a user can do nothing about.
'use strict';

require('node:module').enableCompileCache();
// What agents print dies young: a heap that grows reluctantly halves joust's memory under a flood of it.
for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=20']) {
  require('node:v8').setFlagsFromString(flag);
}

const emitWarning = process.emitWarning;
process.emitWarning = (warning, ...rest) => {
  if (!/SQLite is an experimental feature/.test(String(warning))) emitWarning.call(process, warning, ...rest);
};

import('../dist/main.js').catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
