#!/usr/bin/env node
// The bin: plain enough that an old Node can parse it and say which one joust needs. It starts the program in dist/ with what V8 made of it
// when the same command ran before, with the functions that it called: Node's own cache has only those that run while a file is loaded, and
// the rest would be compiled again in each start. In one file, since each that Node looks for and loads costs a start.
'use strict';

/** Its content is told by its name. */
const hashed = /-[\w-]{8}\.cjs$/;
/** As the build writes it: its content is told by how it begins. */
const packHash = /^\/\*([0-9a-f]{16})\*\//;

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
  start();
}

/** Without the warnings that a user can do nothing about. */
function start() {
  const needless =
    /SQLite is an experimental feature|USE_MAIN_CONTEXT_DEFAULT_LOADER is an experimental feature/;
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    if (!needless.test(String(warning))) emitWarning.call(process, warning, ...rest);
  };

  const { enableCompileCache, getCompileCacheDir } = require('node:module');
  enableCompileCache();
  const isHelp = process.argv.some((word) => word === '--help' || word === '-h');
  const said = /^[a-z-]{1,20}$/.test(String(process.argv[2])) ? process.argv[2] : 'joust';
  const command = isHelp ? 'help' : said;
  const load = builtProgram(getCompileCacheDir(), command);

  // A start reads each schema once or twice: to compile them costs more than it saves.
  globalThis.__zod_globalConfig = { jitless: true };

  /** Nothing is left to do, and to take Node apart piece by piece takes a while. */
  const leave = (code) => process.exit(code);

  load('./main.cjs')
    .main(process.argv.slice(2))
    .then(leave, (error) => {
      console.error(error);
      process.stderr.write('', () => leave(1));
    });
}

/** `directory`: where Node keeps its own, by its version, its flags and the user; each command has its own set. */
function builtProgram(directory, command) {
  const { readFileSync } = require('node:fs');
  const { Module } = require('node:module');
  const { basename, join } = require('node:path');
  const built = join(__dirname, '..', 'dist');
  const folder = isPrivate(directory) ? directory : undefined;
  const loaded = [];

  /** `name` tells its content; undefined: it is not kept. */
  const compiled = (source, path, name) => {
    const place =
      folder === undefined || name === undefined ? undefined : join(folder, `${name}.${command}.code`);
    const kept = place === undefined ? undefined : readIfThere(place);
    const script = scriptOf(source, path, kept);
    const isTaken = kept !== undefined && !script.cachedDataRejected;
    if (place !== undefined)
      loaded.push({ place, script, ...(isTaken ? { bytes: kept.length } : { refused: { source, kept } }) });
    return script.runInThisContext();
  };

  // Nothing in what is built but ASCII: so it is made.
  const pack = readFileSync(join(built, 'joust.pack'), 'latin1');
  const packed = compiled(pack, join(built, 'joust.pack'), `joust-${packHash.exec(pack)[1]}`)();

  // V8 forgets functions that were not called for a while, as those of a start are not in a long contest.
  if (loaded.some(({ refused }) => refused !== undefined)) setFlags('--no-flush-bytecode');

  const fromFile = (path) => {
    const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(path, 'latin1')}\n})`;
    return compiled(source, path, hashed.test(path) ? basename(path, '.cjs') : undefined);
  };

  /** Their names say where they are: nothing is looked for. Whoever else loads one of them has the same. */
  const load = (id) => {
    if (!id.startsWith('./')) return require(id);
    const path = join(built, id);
    const known = require.cache[path];
    if (known !== undefined) return known.exports;
    const module = new Module(path);
    module.filename = path;
    require.cache[path] = module;
    const body = packed[id] || fromFile(path);
    body.call(module.exports, module.exports, load, module, path, built);
    module.loaded = true;
    return module.exports;
  };
  // All of them: what is loaded with a new one calls more than it did before. A command that failed did not come far.
  process.once('exit', (code) => {
    if (code !== 0 || loaded.every(({ refused }) => refused === undefined)) return;
    // What is kept under other flags would be refused.
    setFlags('--flush-bytecode');
    const known = loaded.map((one) => ({
      ...one,
      bytes: one.bytes === undefined ? goodBytes(one.refused) : one.bytes,
    }));
    if (known.every(({ bytes }) => bytes > 0)) return;
    for (const { place, script, bytes } of known) {
      const made = script.createCachedData();
      // Less is what was forgotten.
      if (made.length > bytes) keep(place, made);
    }
  });
  return load;
}

function scriptOf(source, filename, cachedData) {
  const { Script, constants } = require('node:vm');
  return new Script(source, {
    filename,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData !== undefined && { cachedData }),
  });
}

/** Of what a contest had loaded when it had set other flags: V8 refuses then what is good for the next start. */
function goodBytes({ source, kept }) {
  // By another name, or V8 would take the one it has.
  const isGood = kept !== undefined && !scriptOf(source, 'once more', kept).cachedDataRejected;
  return isGood ? kept.length : 0;
}

function setFlags(flags) {
  require('node:v8').setFlagsFromString(flags);
}

/** Whoever could write there could make joust run anything. */
function isPrivate(directory) {
  const { statSync } = require('node:fs');
  const found = directory === undefined ? undefined : statSync(directory, { throwIfNoEntry: false });
  if (found === undefined) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0);
}

function readIfThere(path) {
  try {
    return require('node:fs').readFileSync(path);
  } catch {
    return undefined;
  }
}

/** V8 believes what it reads: it is whole before it has its name. A disk that is full, or not ours to write, is no misfortune. */
function keep(path, content) {
  const { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } = require('node:fs');
  const beside = `${path}.${process.pid}.new`;
  try {
    const file = openSync(beside, 'wx', 0o600);
    try {
      writeSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch {
    rmSync(beside, { force: true });
  }
}
