// The commands of a brief that play a contest: words and options become a request to src/brief.
import { resolve } from 'node:path';
import { readyBriefConsult, readyBriefMerge } from '../../../../brief/merge-and-consult.ts';
import {
  type BriefRequest,
  readyBriefJudge,
  readyBriefPlay,
  readyBriefRefine,
  readyBriefReseal,
} from '../../../../brief/play-brief.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { contestSettings, describedFormats } from '../../../../domain/settings/settings.ts';
import { readTextFile } from '../../../../play/task/task-files.ts';
import { usersPlace } from '../../../../play/task/task-place.ts';
import { joustHome } from '../../../../process/machine.ts';
import {
  type CliWorld,
  type CommandInput,
  type CommandProgram,
  flag,
  text,
  texts,
} from '../../grammar/command.ts';
import { poolSaid, quotaWait, settingsSaid } from '../../grammar/contest-options.ts';
import { playReady } from '../contest/contest-command.ts';

export const playCommand: CommandProgram = async (input, cli) => {
  const again = flag(input, 'again');
  const ready = await readyBriefPlay({ ...(await briefRequest(input, cli, true)), again }, worldOf(cli));
  return await playReady(ready, input, { cli });
};

export const refineCommand: CommandProgram = async (input, cli) => await refine(input, cli);

async function refine(input: CommandInput, cli: CliWorld): Promise<number> {
  const file = text(input, 'feedback');
  const feedback = file === undefined ? {} : { feedback: await readTextFile(file, usersPlace(cli.machine)) };
  const ready = await readyBriefRefine(
    { ...(await briefRequest(input, cli, true)), ...feedback },
    worldOf(cli),
  );
  return await playReady(ready, input, { cli });
}

export const judgeCommand: CommandProgram = async (input, cli) => {
  const asked = await briefRequest(input, cli, false);
  const world = worldOf(cli);
  const resealed = flag(input, 'reseal') ? await readyBriefReseal(asked, world) : undefined;
  if (resealed !== undefined) {
    if (flag(input, 'dry-run'))
      throw new JoustError('--reseal and --dry-run do not go together', {
        code: 'usage',
        hint: 'Leave one of them out: taking work in puts it on record.',
      });
    const code = await playReady(resealed, { words: [], options: {} }, { cli });
    if (code !== exitCode.ok) return code;
  }
  const judges = texts(input, 'judge');
  const ready = await readyBriefJudge(
    {
      ...asked,
      oneAtATime: flag(input, 'one-at-a-time'),
      even: flag(input, 'even'),
      ...(judges.length > 0 && { judges }),
    },
    world,
  );
  return await playReady(ready, input, { cli });
};

export const mergeCommand: CommandProgram = async (input, cli) => {
  const [by, base, from] = [text(input, 'by'), text(input, 'base'), texts(input, 'from')];
  const ready = await readyBriefMerge(
    {
      ...(await briefRequest(input, cli, true)),
      by,
      base,
      ...(from.length > 0 && { from }),
    },
    worldOf(cli),
  );
  return await playReady(ready, input, { cli });
};

export const consultCommand: CommandProgram = async (input, cli) => {
  const [of, by] = [text(input, 'of'), texts(input, 'by')];
  const asked = {
    ...(await briefRequest(input, cli, false)),
    of,
    ...(by.length > 0 && { by }),
  };
  const consulted = await readyBriefConsult(asked, worldOf(cli));
  const code = await playReady(consulted.ready, input, { cli });
  if (!flag(input, 'refine') || code !== exitCode.ok || flag(input, 'dry-run')) return code;
  return await refine({ ...input, options: { ...input.options, contestant: [consulted.of] } }, cli);
};

/** `ofBrief`: its workspaces are said something of as well. */
async function briefRequest(input: CommandInput, cli: CliWorld, ofBrief: boolean): Promise<BriefRequest> {
  const { machine } = cli;
  const own = ofBrief ? (describedFormats.find(({ name }) => name === 'brief')?.settings ?? []) : [];
  const names = texts(input, 'contestant');
  const general = contestSettings.filter(({ name }) => name !== 'contestant');
  const waitForQuotaMs = quotaWait(input);
  return {
    folder: resolve(machine.cwd, input.words[0] ?? '.'),
    settings: {
      ...(await settingsSaid(input, [...general, ...own], (path) => readTextFile(path, usersPlace(machine)))),
      ...(names.length > 0 && { contestant: names }),
    },
    waitForQuotaMs,
    ...(flag(input, 'yes') && { approve: true }),
    ...poolSaid(input),
  };
}

function worldOf({ machine }: CliWorld) {
  return { machine, home: joustHome(machine) };
}
