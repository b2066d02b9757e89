#!/usr/bin/env node
// The bin: plain enough that an old Node can parse it and say which one joust needs.
'use strict';

const needed = [22, 18];
const found = process.versions.node.split('.').map(Number);

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  console.error(
    `joust needs Node ${needed.join('.')} or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      `  Install a newer one, or run joust with it: /path/to/node ${__filename}`,
  );
  process.exitCode = 2;
} else if (['--version', '-V', '-v', 'version'].includes(process.argv[2])) {
  console.log(require('../package.json').version);
} else {
  require('./start.cjs');
}
