// joust trust: shows what a project's file would enable, and remembers that the user allows it.
import { resolve } from 'node:path';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import type { TrustQuestion } from '../../../../operations/trust/project-trust.ts';
import { visible } from '../../../../views/visible.ts';
import { type CommandProgram, flag } from '../../grammar/command.ts';
import { confirm } from '../../screens/ask-gate.ts';
import { type ConfigWorld, configCommand } from './config-command.ts';

export interface TrustOptions {
  readonly path?: string;
  readonly list: boolean;
  readonly revoke: boolean;
  /** Only show what would be allowed. */
  readonly show: boolean;
  /** Allow it without being asked. */
  readonly yes: boolean;
}

export interface TrustWorld extends ConfigWorld {
  /** Whether whoever sits here says yes; an error where nobody does. */
  ask(question: string): Promise<boolean>;
}

export async function trustCommand(options: TrustOptions, world: TrustWorld): Promise<number> {
  const { yes, show } = options;
  const asked = [options.list, options.revoke, show, yes].filter((one) => one).length;
  if (asked > 1 || (options.list && options.path !== undefined))
    throw new JoustError('trust does one thing at a time', {
      code: 'usage',
      hint: 'Usage: joust trust [--show | --yes | --revoke] [PATH], or joust trust --list',
    });
  if (options.list) return await list(world);
  const { machine } = world;
  const path = options.path === undefined ? undefined : resolve(machine.cwd, options.path);
  const question = { machine, cwd: machine.cwd, path };
  return options.revoke ? await revoke(question, world) : await trust(question, { yes, show }, world);
}

async function trust(
  question: TrustQuestion,
  { yes, show }: Pick<TrustOptions, 'yes' | 'show'>,
  { machine, out, note, ask }: TrustWorld,
): Promise<number> {
  const { allow, reviewTrust } = await import('../../../../operations/trust/project-trust.ts');
  const review = reviewTrust(question);
  const { path, lines, files, why } = review;
  if (lines.length === 0) {
    note(`${visible(path)} asks for nothing that needs trust.`);
    return exitCode.ok;
  }
  const names = Object.keys(files);
  const named = names.length === 0 ? [] : [`  with what is in ${names.map(visible).join(', ')}`];
  const told = [...lines.map((line) => `  ${line}`), ...named].map((line) => `${line}\n`).join('');
  out(`${visible(path)} ${why === undefined ? 'is trusted with' : 'asks for'}:\n${told}`);
  if (why === undefined) {
    note('It was trusted before. `joust trust --revoke` takes that back.');
    return exitCode.ok;
  }
  if (show) return exitCode.ok;
  if (!yes && !(await ask(`Trust ${visible(path)} with this?`))) {
    note('It is not trusted.');
    return exitCode.nothingUsable;
  }
  allow(machine, review);
  note('It is trusted now, until it or a file it names changes. `joust trust --revoke` takes that back.');
  return exitCode.ok;
}

async function list({ machine, out, note }: ConfigWorld): Promise<number> {
  const { trusted } = await import('../../../../operations/trust/project-trust.ts');
  const records = trusted(machine);
  if (records.length === 0) note('No project is trusted.');
  for (const { path, sha256, at } of records)
    out(`${visible(path)}  ${visible(sha256.slice(0, 12))}  ${visible(at)}\n`);
  return exitCode.ok;
}

async function revoke(question: TrustQuestion, { note }: ConfigWorld): Promise<number> {
  const { disallow } = await import('../../../../operations/trust/project-trust.ts');
  const { path, done } = disallow(question);
  note(`${visible(path)} ${done ? 'is no longer trusted' : 'was not trusted'}.`);
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

export const trustProgram: CommandProgram = (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const [path] = input.words;
  return trustCommand(
    {
      list: flag(input, 'list'),
      revoke: flag(input, 'revoke'),
      show: flag(input, 'show'),
      yes: flag(input, 'yes'),
      path,
    },
    {
      machine,
      out: stdout.write,
      note: (text) => stderr.write(`${text}\n`),
      ask: (question) => confirm(question, cli),
    },
  );
};
