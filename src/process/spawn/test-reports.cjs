// Loaded by every Node process of a check (NODE_OPTIONS): a test runner among them leaves a report of its own in a folder outside
// of the workspace. Plain JavaScript for any Node: a project's own Node may be old, and may never fail because of this file.
'use strict';
const { spawnSync } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const { realpathSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

/** Taken before code of the project runs, which could replace them. */
const { stringify } = JSON;
const { env, execArgv, argv } = process;

const folder = env.JOUST_TEST_REPORTS;
const ownReport = env.JOUST_TEST_REPORT;

/** Whatever a test starts is not a test run of the check: it leaves no report. */
function leaveNone() {
  delete env.JOUST_TEST_REPORTS;
  delete env.JOUST_TEST_REPORT;
}

if (ownReport !== undefined) leaveNone();
else if (folder !== undefined && isMainThread) {
  if (execArgv.includes('--test')) runWithReporter();
  else if (env.NODE_TEST_CONTEXT !== undefined) leaveNone();
  else addReportFlags();
}

function reportFile(runner) {
  return join(folder, `${runner}-${randomBytes(8).toString('hex')}.json`);
}

/** The options of `node --test` can't be added to in the running process, and twice given ones in NODE_OPTIONS are an error: the
 * same command line runs again in its place, with one reporter more. */
function runWithReporter() {
  const flags = reporterFlags();
  if (flags === undefined) return;
  const args = [...execArgv, ...flags, ...argv.slice(1)];
  const inner = { ...env, JOUST_TEST_REPORT: reportFile('node') };
  if (process.execve !== undefined && process.channel === undefined && process.platform !== 'win32')
    process.execve(process.execPath, [process.argv0, ...args], inner);
  const { status, signal } = spawnSync(process.execPath, args, {
    argv0: process.argv0,
    stdio: 'inherit',
    env: inner,
  });
  if (signal !== null) process.kill(process.pid, signal);
  process.exit(status ?? 1);
}

/** What it prints stays as it is; undefined: it is better left alone. */
function reporterFlags() {
  const major = Number(process.versions.node.split('.')[0]);
  const isOther = execArgv.some((arg) => /^--watch|config-file/.test(arg));
  if (major < 20 || isOther || /--test-reporter/.test(env.NODE_OPTIONS ?? '')) return undefined;
  const reporters = execArgv.filter((arg) => /^--test-reporter(?:=|$)/.test(arg)).length;
  const destinations = execArgv.filter((arg) => /^--test-reporter-destination(?:=|$)/.test(arg)).length;
  const usual = process.stdout.isTTY || major >= 23 ? 'spec' : 'tap';
  const added = [`--test-reporter=${__filename}`, '--test-reporter-destination=stderr'];
  if (reporters === 0 && destinations === 0)
    return [`--test-reporter=${usual}`, '--test-reporter-destination=stdout', ...added];
  if (reporters === 1 && destinations === 0) return ['--test-reporter-destination=stdout', ...added];
  return reporters === destinations ? added : undefined;
}

/** The reporter of `node --test`: it prints nothing, and writes what it was told at the end, all at once. */
module.exports = async function* reporter(events) {
  const cases = [];
  for await (const { type, data } of events)
    if (type === 'test:pass' || type === 'test:fail') {
      const { name, nesting, file, skip, todo, details } = data;
      const left = skip !== undefined || todo !== undefined;
      const isSuite = details?.type === 'suite';
      cases.push({ name, nesting, file, isSuite, left, failed: type === 'test:fail' });
    }
  if (ownReport !== undefined)
    writeFileSync(ownReport, stringify({ cwd: process.cwd(), cases }), { flag: 'wx' });
  yield '';
};

/** jest and vitest are told by their command line. */
function addReportFlags() {
  const script = scriptPath();
  const isFlag = (name) => argv.some((arg) => arg === name || arg.startsWith(`${name}=`));
  if (/[/\\]vitest[/\\](?:vitest|dist[/\\]cli)\.m?js$/.test(script)) {
    const command = argv.slice(2).find((arg) => !arg.startsWith('-'));
    if (['bench', 'list', 'init'].includes(command) || isFlag('--outputFile') || isFlag('--outputFile.json'))
      return leaveNone();
    const own = argv.some((arg) => arg.startsWith('--reporter')) ? [] : ['--reporter=default'];
    insert([...own, '--reporter=json', `--outputFile.json=${reportFile('vitest')}`]);
  } else if (/[/\\](?:jest|jest-cli)[/\\]bin[/\\]jest\.js$/.test(script)) {
    if (!isFlag('--outputFile') && !isFlag('--json') && !isFlag('--listTests'))
      insert(['--json', `--outputFile=${reportFile('jest')}`]);
  } else return;
  leaveNone();
}

/** What follows `--` is no option. */
function insert(flags) {
  const end = argv.indexOf('--', 2);
  argv.splice(end === -1 ? argv.length : end, 0, ...flags);
}

function scriptPath() {
  try {
    return realpathSync(argv[1]);
  } catch {
    return argv[1] ?? '';
  }
}
