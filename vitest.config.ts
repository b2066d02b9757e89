// How the tests run. `pure` touches no machine; `contest` plays in this process, with real processes, ledgers and
// workspaces; `cli` drives the built program from end to end. On a small machine: few files at once, generous limits.
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/setup/longest-first.ts';

/** Beside their sources, and with real files, processes or sockets. */
const onMachine = [
  'src/{process,workspace,config,surfaces/http,surfaces/cli}/**/*.test.ts',
  'src/agents/{acp,http}/*.test.ts',
  'src/contest/**/probe-cache.test.ts',
];
/** What is built is played; ledger and config are those of the run. */
const globalSetup = ['built', 'ledger-home', 'programs', 'postgres'].map((name) => `tests/setup/${name}.ts`);
const patience = { testTimeout: 60_000, hookTimeout: 60_000 };
/** Where other processes play. What passes only at the second try is told aloud by the closing reporter. */
const morePatience = { testTimeout: 120_000, hookTimeout: 120_000, retry: 1 };
/** Files of a worker share what they load: nothing of joust may hold on to a playing, and half a second a file is saved. */
const isolate = false;

export default defineConfig({
  test: {
    reporters: ['default', './tests/setup/closing-reporter.ts'],
    // More than cores are meant to be: a good part of the time is waiting for processes and limits.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...patience,
          name: 'pure',
          include: ['{src,scripts}/**/*.test.ts', 'tests/parsers/**/*.test.ts'],
          exclude: onMachine,
          isolate,
        },
      },
      {
        test: {
          ...morePatience,
          isolate,
          name: 'contest',
          include: [...onMachine, 'tests/{contest,ledger,library,process,workspace}/**/*.test.ts'],
          globalSetup,
        },
      },
      {
        test: {
          ...morePatience,
          isolate,
          name: 'cli',
          include: ['tests/{cheats,cli,crash,http,mcp,package,pool,web}/**/*.test.ts'],
          globalSetup,
          // As Node loads it: what is built is tested as it is.
          server: { deps: { external: [/\/dist\//] } },
        },
      },
    ],
  },
});
