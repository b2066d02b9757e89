// Starts the program in dist/: with Node's compile cache, and without the one warning a user can do nothing about.
'use strict';

require('node:module').enableCompileCache();

const emitWarning = process.emitWarning;
process.emitWarning = (warning, ...rest) => {
  if (!/SQLite is an experimental feature/.test(String(warning))) emitWarning.call(process, warning, ...rest);
};

import('../dist/main.js')
  .then(({ main }) => main(process.argv.slice(2)))
  .then(
    (code) => {
      process.exitCode = code;
    },
    (error) => {
      console.error(error);
      process.exitCode = 1;
    },
  );
