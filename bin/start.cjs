// Starts the program in dist/: with Node's compile cache, and without the one warning a user can do nothing about.
'use strict';

require('node:module').enableCompileCache();
// What agents print dies young; a young generation that does not grow halves joust's memory under a flood of it.
require('node:v8').setFlagsFromString('--semi-space-growth-factor=1');

const emitWarning = process.emitWarning;
process.emitWarning = (warning, ...rest) => {
  if (!/SQLite is an experimental feature/.test(String(warning))) emitWarning.call(process, warning, ...rest);
};

import('../dist/main.js').catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
