// joust trust: shows what a project's file would enable, and remembers that the user allows it.
import { resolve } from 'node:path';
import type { ReviewQuestion } from '../../../../config/review.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { visible } from '../../../../views/visible.ts';
import { type CommandProgram, flag } from '../../grammar/command.ts';
import { type ConfigWorld, configCommand } from './config-command.ts';

export interface TrustOptions {
  readonly path?: string;
  readonly list: boolean;
  readonly revoke: boolean;
}

export async function trustCommand(options: TrustOptions, world: ConfigWorld): Promise<number> {
  if (options.list && (options.revoke || options.path !== undefined))
    throw new JoustError('trust --list stands alone', {
      code: 'usage',
      hint: 'Usage: joust trust [PATH] | --list | --revoke [PATH]',
    });
  if (options.list) return await list(world);
  const { machine } = world;
  const path = options.path === undefined ? undefined : resolve(machine.cwd, options.path);
  const question = { machine, cwd: machine.cwd, ...(path !== undefined && { path }) };
  return options.revoke ? await revoke(question, world) : await trust(question, world);
}

async function trust(question: ReviewQuestion, { machine, out, note }: ConfigWorld): Promise<number> {
  const [{ reviewProject }, { trustProject }] = await Promise.all([
    import('../../../../config/review.ts'),
    import('../../../../config/trust.ts'),
  ]);
  const { file, sha256, trusted, lines } = reviewProject(question);
  const shown = visible(file);
  if (lines.length === 0) {
    note(`${shown} asks for nothing that needs trust.`);
    return exitCode.ok;
  }
  out(
    `${shown} ${trusted ? 'is trusted with' : 'asks for'}:\n${lines.map((line) => `  ${line}\n`).join('')}`,
  );
  if (!trusted) trustProject(machine, { path: file, sha256, at: machine.now().toISOString() });
  note(
    trusted
      ? 'It was trusted before. `joust trust --revoke` takes that back.'
      : 'It is trusted now, until it changes. `joust trust --revoke` takes that back.',
  );
  return exitCode.ok;
}

async function list({ machine, out, note }: ConfigWorld): Promise<number> {
  const { trustRecords } = await import('../../../../config/trust.ts');
  const records = trustRecords(machine);
  if (records.length === 0) note('No project is trusted.');
  for (const { path, sha256, at } of records)
    out(`${visible(path)}  ${visible(sha256.slice(0, 12))}  ${visible(at)}\n`);
  return exitCode.ok;
}

async function revoke(question: ReviewQuestion, { machine, note }: ConfigWorld): Promise<number> {
  const [{ projectOf }, { revokeTrust }] = await Promise.all([
    import('../../../../config/review.ts'),
    import('../../../../config/trust.ts'),
  ]);
  const { file } = projectOf(question);
  const done = revokeTrust(machine, file);
  note(`${visible(file)} ${done ? 'is no longer trusted' : 'was not trusted'}.`);
  return done ? exitCode.ok : exitCode.nothingUsable;
}

/** joust config and joust trust: from the command line to the programs that do the work. */
export const configProgram: CommandProgram = (
  { words: [action = 'show', ...rest], options },
  { machine, stdout, stderr },
) =>
  configCommand(
    { action, rest, project: options['project'] === true, json: options['json'] === true },
    { machine, out: stdout.write, note: (text) => stderr.write(`${text}\n`) },
  );

export const trustProgram: CommandProgram = (input, { machine, stdout, stderr }) => {
  const [path] = input.words;
  return trustCommand(
    { list: flag(input, 'list'), revoke: flag(input, 'revoke'), ...(path !== undefined && { path }) },
    { machine, out: stdout.write, note: (text) => stderr.write(`${text}\n`) },
  );
};
