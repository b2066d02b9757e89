// doctor: shows which agents can play here and what to do about the rest. doctor check: asks each of them for one word.
import { z } from 'zod';
import { agentOf } from '../../agents/all.ts';
import { isSimulated } from '../../agents/known-agents.ts';
import { baselineTokens } from '../../contest/budget/estimate.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { thousands } from '../../domain/figures.ts';
import { defaultConfirmTokens, textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { playWorld } from '../../play/player-settings.ts';
import { checkTaskPath } from '../../play/task/task-place.ts';
import { type AgentFinding, type DoctorJson, doctorSchema } from '../../views/wire/doctor-json.ts';
import { type OperationContext, operation } from '../operation.ts';
import { agentPast } from '../overview/agent-past.ts';
import { doctorDocument } from './doctor-document.ts';
import { checkLive, type DoctorFindings, examineNamed } from './examine.ts';

const who = {
  agents: setting(
    { ...textRule, type: 'list' },
    { value: 'AGENT', help: 'only these agents and contestants', complete: 'contestant' },
  ),
  cwd: setting(textRule, {
    value: 'FOLDER',
    help: "the folder whose project's config counts (default: here)",
    complete: 'folder',
  }),
};

export const doctor = operation({
  name: 'doctor',
  group: 'setup',
  summary: 'show which agents can play, the limits each one keeps, and how to fix the rest',
  examples: ['joust doctor', 'joust doctor claude codex --check'],
  page: 'getting-started',
  effect: 'read',
  callers: ['people', 'programs'],
  words: ['agents'],
  path: '/agents',
  input: z.strictObject({
    ...who,
    past: setting({ type: 'switch' }, { help: 'show how each did in the last contests', builtIn: false }),
  }),
  output: doctorSchema,
  async run({ past, ...asked }, context) {
    const { loaded, roster, findings } = await examined(asked, context);
    const ends = past ? await context.archive.recentEnds() : [];
    const pastOf = (name: string) => {
      const one = roster.find((contestant) => contestant.name === name);
      return one === undefined ? undefined : agentPast(ends, one);
    };
    const told = shown(findings, loaded.notices, asked.agents);
    return { ...told, agents: told.agents.map((one) => ({ ...one, past: pastOf(one.contestant) })) };
  },
  document: doctorDocument,
  exit,
});

export const doctorCheck = operation({
  name: 'doctor check',
  summary: 'send a one-word prompt to each usable agent, and show latency and model',
  examples: ['joust doctor check claude'],
  page: 'getting-started',
  effect: 'spend',
  words: ['agents'],
  path: '/agents/check',
  input: z.strictObject(who),
  output: doctorSchema,
  async prepare(asked, context) {
    const { loaded, roster, findings } = await examined(asked, context);
    const { machine, home, signal } = context;
    return {
      would: shown(findings, loaded.notices, asked.agents),
      question: spendQuestion(roster, findings, loaded.values.budget.confirmTokens),
      async go() {
        const world = { home, ...playWorld(loaded), machine, signal };
        return shown(await checkLive(roster, findings, world), loaded.notices, asked.agents);
      },
    };
  },
  document: doctorDocument,
  exit,
});

interface Asked {
  readonly agents?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
}

async function examined({ agents = [], cwd }: Asked, { machine, home, program }: OperationContext) {
  if (cwd !== undefined) checkTaskPath(cwd, { machine, home, cwd, program });
  return await examineNamed(agents, { machine, home, cwd });
}

function shown(
  { agents, ...found }: DoctorFindings,
  notices: readonly string[],
  named: readonly string[] = [],
): DoctorJson {
  const findings = agents.map((one) => ({ ...one, usable: one.problem === undefined }));
  return { ...found, notices, agents: findings, ready: isReady({ ...found, agents: findings }, named) };
}

/** Of those that are named, all must be usable. Without names, one that is more than a script is enough. */
function isReady(
  { agents, platform, record }: Pick<DoctorJson, 'agents' | 'platform' | 'record'>,
  named: readonly string[],
): boolean {
  const isFine = ({ usable, check }: AgentFinding) =>
    usable && (check === undefined || check.outcome === 'ok');
  if (!platform.home.writable || record?.problem !== undefined) return false;
  return named.length > 0
    ? agents.every(isFine)
    : agents.filter(({ agent }) => !isSimulated(agent)).some(isFine);
}

function spendQuestion(
  roster: readonly Contestant[],
  { agents }: DoctorFindings,
  limit = defaultConfirmTokens,
): string | undefined {
  const usable = new Set(
    agents.filter(({ problem }) => problem === undefined).map(({ contestant }) => contestant),
  );
  const asked = roster.filter(({ name, agent }) => usable.has(name) && agentOf(agent).kind !== 'scripted');
  const tokens = asked.length * baselineTokens.question;
  return tokens > limit
    ? `Spend about ${thousands(tokens)} tokens on a one-word prompt to ${asked.length} agents?`
    : undefined;
}

function exit({ ready }: DoctorJson): 'ok' | 'nothingUsable' {
  return ready ? 'ok' : 'nothingUsable';
}
