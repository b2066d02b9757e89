// joust suite run, resume and retry: words and options become a request to src/suite.
import { resolve } from 'node:path';
import { JoustError } from '../../../../domain/joust-error.ts';
import { limitSettings } from '../../../../domain/settings/played-settings.ts';
import { playOn } from '../../../../play/play-on.ts';
import type { PlayResult } from '../../../../play/result.ts';
import { joustHome } from '../../../../process/machine.ts';
import { readySuite } from '../../../../suite/start-suite.ts';
import { findSuite, suiteCells } from '../../../../suite/suites-on-record.ts';
import {
  type CliWorld,
  type CommandInput,
  type CommandProgram,
  flag,
  text,
  texts,
} from '../../grammar/command.ts';
import { cassettesSaid, poolSaid, quotaWait, settingsSaid } from '../../grammar/contest-options.ts';
import { playOnScreen } from '../../screens/play-on-screen.ts';
import { suiteScreen } from '../../screens/suite-screen.ts';
import { playReady } from '../contest/contest-command.ts';
import { checkReports } from '../contest/reports.ts';

export const runCommand: CommandProgram = async (input, cli) => {
  const { machine } = cli;
  const [trials, parallel, sample] = [
    countSaid(input, 'trials'),
    countSaid(input, 'jobs'),
    countSaid(input, 'sample'),
  ];
  const waitForQuotaMs = quotaWait(input);
  const ready = await readySuite(
    {
      file: resolve(machine.cwd, input.words[0] ?? 'suite.yaml'),
      filters: texts(input, 'filter'),
      contestants: texts(input, 'contestant'),
      settings: await settingsSaid(input, limitSettings, async (path) => path),
      trials,
      parallel,
      sample,
      waitForQuotaMs,
      ...cassettesSaid(input, cli),
      ...workersSaid(input),
      ...(flag(input, 'yes') && { approve: true }),
    },
    { machine, home: joustHome(machine) },
  );
  const { cells } = ready;
  let ended: PlayResult | undefined;
  const code = await playReady(ready, input, {
    cli,
    screen: () => suiteScreen(input, cli, { cells, known: [] }),
    played: (result) => {
      ended = result;
    },
  });
  await writeFiles(ended, input, cli);
  return code;
};

export const resumeCommand: CommandProgram = (input, cli) => goOn(input, cli, false);

export const retryCommand: CommandProgram = async (input, cli) => {
  if (!flag(input, 'errors'))
    throw new JoustError('what is to be played again has to be said', {
      code: 'usage',
      hint: 'Cells that ended in an error: joust suite retry --errors. A failure is a result, and stays.',
    });
  return await goOn(input, cli, true);
};

async function goOn(input: CommandInput, cli: CliWorld, retryFailed: boolean): Promise<number> {
  const { machine } = cli;
  const place = { machine, home: joustHome(machine) };
  const id = await findSuite(input.words[0] ?? '@last', place);
  const limits = await settingsSaid(input, limitSettings, async (path) => path);
  const waitForQuotaMs = quotaWait(input);
  const screen = await suiteScreen(input, cli, await suiteCells(id, place, retryFailed));
  const yes = flag(input, 'yes');
  const asked = {
    limits,
    retryFailed,
    waitForQuotaMs,
    ...(yes && { approve: true }),
  };
  checkReports(input, cli);
  let ended: PlayResult | undefined;
  const code = await playOnScreen({ screen, cli, yes }, async (world) => {
    ended = await playOn(id, asked, { ...world, home: place.home });
    return ended;
  });
  await writeFiles(ended, input, cli);
  return code;
}

/** What it came to, or has come to so far, where files were named. */
async function writeFiles(ended: PlayResult | undefined, input: CommandInput, cli: CliWorld): Promise<void> {
  if (ended?.result?.type !== 'suite') return;
  const { writeAsked } = await import('./suite-reports.ts');
  await writeAsked({ contest: ended.contest, result: ended.result }, input, cli);
}

/** Who plays the cells: processes here, or hosts of the pool; --pool says the same. */
function workersSaid(input: CommandInput): ReturnType<typeof poolSaid> {
  const said = text(input, 'workers');
  if (said === undefined || said === 'here') return poolSaid(input);
  const [, label = ''] = /^pool(?::(.+))?$/.exec(said) ?? [];
  if (said.startsWith('pool') && (label !== '' || said === 'pool')) return { pool: label };
  throw new JoustError(`--workers ${said} is neither here nor pool`, {
    code: 'usage',
    hint: 'Give here, pool, or pool:LABEL for hosts with that label.',
  });
}

function countSaid(input: CommandInput, name: string): number | undefined {
  const said = text(input, name);
  if (said === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(said)) return Number(said);
  throw new JoustError(`--${name} ${said} is not a number`, {
    code: 'usage',
    hint: `Give a whole number above 0: --${name} 3.`,
  });
}
