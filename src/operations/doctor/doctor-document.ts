// The findings of joust doctor as a document: usable agents, the next step for the others, and the machine.
import { plural } from '../../domain/figures.ts';
import { limitLines } from '../../views/agent-limits.ts';
import { type Block, type Document, gist, list, note } from '../../views/document.ts';
import { duration } from '../../views/units.ts';
import type { AgentFinding, DoctorJson } from '../../views/wire/doctor-json.ts';

export function doctorDocument(findings: DoctorJson): Document {
  const { joust, platform, agents, notices } = findings;
  const others = agents.filter(({ usable }) => !usable);
  return [
    gist(`joust ${joust} on Node ${platform.node}, ${platform.platform}`),
    ...agents.filter(({ usable }) => usable).map(usableBlock),
    list('Not usable', others.map(unusableLine)),
    machineBlock(findings),
    note(...notices),
  ];
}

function usableBlock(agent: AgentFinding): Block {
  const { contestant, title, version, program, login, lane, withheld, tiers, verified } = agent;
  const limits = limitLines(tiers).map(({ text }) => fact('limit', text));
  return list(`✔ ${contestant} · ${title}${version === undefined ? '' : ` ${version}`}`, [
    program && fact('program', program),
    loginLine(login),
    fact('queue', lane),
    accountLine(agent),
    ...limits,
    withheld.length === 0 ? undefined : fact('withheld', withheld.join(', ')),
    'because' in verified ? fact('tried', `unverified: ${verified.because}`) : undefined,
    checkLine(agent),
  ]);
}

function fact(name: string, value: string): string {
  return `${name}: ${value}`;
}

function loginLine({ state, detail }: AgentFinding['login']): string | undefined {
  if (state === 'unknown' && detail === undefined) return undefined;
  return fact('login', detail === undefined ? state : `${state}, ${detail}`);
}

function accountLine({ account }: AgentFinding): string | undefined {
  if (account === undefined) return undefined;
  const { name, perMinute, parallel } = account;
  const limits = [
    ...(perMinute === undefined ? [] : [`${plural(perMinute, 'start')} a minute`]),
    ...(parallel === undefined ? [] : [`${parallel} at once`]),
  ];
  return fact('account', `${name}: ${limits.length === 0 ? 'no limits' : limits.join(', ')}`);
}

function checkLine({ check }: AgentFinding): string | undefined {
  if (check === undefined) return undefined;
  const { outcome, reason = 'no reason given', ranMs, model } = check;
  const time = ranMs === undefined ? '' : ` in ${duration(ranMs)}`;
  if (outcome !== 'ok') return fact('check', `✖ ${outcome}${time}: ${reason}`);
  return fact('check', `answered${time}${model === undefined ? ', model unknown' : ` from ${model}`}`);
}

function unusableLine({ contestant, problem }: AgentFinding): string {
  return `${contestant}: ${problem?.reason} → ${problem?.hint}`;
}

function machineBlock({ record, platform, overlays, container }: DoctorJson): Block {
  return list('This machine', [
    ...recordLines(record),
    homeLine(platform, record === undefined ? 'ledger' : 'home'),
    ...platform.tools.map(({ name, use, path, version = 'version unknown' }) =>
      path === undefined ? `· ${name}: not found; needed for: ${use}` : `✔ ${name}: ${version} (${use})`,
    ),
    ...overlayLines(overlays),
    ...containerLines(container),
  ]);
}

function recordLines(record: DoctorJson['record']): readonly string[] {
  if (record === undefined) return [];
  const { place, problem, hint = '', pool } = record;
  if (problem !== undefined) return [`✖ ${problem} → ${hint}`];
  const hosts =
    pool === undefined || pool.hosts === 0
      ? 'no host is at work (joust worker)'
      : `${plural(pool.hosts, 'host')} at work, ${pool.busy} of ${plural(pool.places, 'place')} taken`;
  return [`✔ ledger: ${place}`, `✔ pool: ${hosts}`];
}

/** The home holds the ledger unless a database does. */
function homeLine({ home, freeBytes }: DoctorJson['platform'], name: string): string {
  const room = freeBytes === undefined ? 'free space unknown' : `${(freeBytes / 1e9).toFixed(1)} GB free`;
  return home.writable
    ? `✔ ${name}: ${home.path} (${room})`
    : `✖ ${name}: ${home.path}: ${home.problem ?? 'not writable'}. Set JOUST_HOME to a folder you can write.`;
}

/** Checkouts do as well, and take longer. */
function overlayLines(found: DoctorJson['overlays']): readonly string[] {
  if ('about' in found) return [`✔ workspaces of a race are overlays, ${found.about}`];
  return [`· workspaces of a race are checkouts: ${found.unavailable} → ${found.hint}`];
}

function containerLines(found: DoctorJson['container']): readonly string[] {
  if (found === undefined) return [];
  if ('about' in found) return [`✔ container: ${found.about}`];
  return [`✖ container: ${found.unavailable} → ${found.hint}`];
}
