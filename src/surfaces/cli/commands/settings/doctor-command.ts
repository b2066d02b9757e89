// joust doctor: what is there, what it honours, and the next step for everything that is not.

import { isReal } from '../../../../agents/known-agents.ts';
import { plural } from '../../../../domain/figures.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { checkNamed, type DoctorFindings, examineNamed } from '../../../../operations/doctor/examine.ts';
import { joustHome } from '../../../../process/machine.ts';
import { limitLines } from '../../../../views/agent-limits.ts';
import { duration } from '../../../../views/units.ts';
import { safeJson, visible, visibleLine } from '../../../../views/visible.ts';
import { type CommandProgram, flag, type Terminal } from '../../grammar/command.ts';
import { wrapWords } from '../../grammar/help.ts';

export const doctorCommand: CommandProgram = async (input, cli) => {
  const { machine, stdout, stderr } = cli;
  const home = joustHome(machine);
  const check = flag(input, 'check');
  const { loaded, findings } = check
    ? await checkNamed(input.words, { machine, home, signal: cli.signal })
    : await examineNamed(input.words, { machine, home });
  for (const notice of loaded.notices) stderr.write(`${visible(notice)}\n`);
  if (check && cli.signal.aborted) return exitCode.interrupted;
  stdout.write(flag(input, 'json') ? `${safeJson(findings)}\n` : doctorReport(findings, stdout));
  return codeOf(findings, input.words.length > 0);
};

/** Asked by name: everyone must be usable. Otherwise one is enough. */
function codeOf({ agents, platform, record }: DoctorFindings, asked: boolean): number {
  const healthy = ({ problem, check }: DoctorFindings['agents'][number]) =>
    problem === undefined && (check === undefined || check.outcome === 'ok');
  if (!platform.home.writable || record?.problem !== undefined) return exitCode.nothingUsable;
  const fine = asked ? agents.every(healthy) : agents.filter(({ agent }) => isReal(agent)).some(healthy);
  return fine ? exitCode.ok : exitCode.nothingUsable;
}

type Finding = DoctorFindings['agents'][number];

/** The doctor's findings as text. */
export function doctorReport(findings: DoctorFindings, out: Terminal): string {
  const { joust, platform, record, overlays, container, agents } = findings;
  const usable = agents.filter(({ problem }) => problem === undefined);
  const others = agents.filter(({ problem }) => problem !== undefined);
  const lines = [
    out.style('bold', `joust ${joust} on Node ${platform.node}, ${platform.platform}`),
    '',
    ...usable.flatMap((agent) => usableLines(agent, out)),
    ...(others.length === 0 ? [] : ['', out.style('bold', 'Not usable')]),
    ...others.flatMap((agent) => unusableLines(agent, out)),
    '',
    out.style('bold', 'This machine'),
    ...recordLines(record, out),
    ...platformLines(platform, { out, home: record === undefined ? 'ledger' : 'home' }),
    ...overlayLines(overlays, out),
    ...containerLines(container, out),
  ];
  const text = `${lines.join('\n')}\n`;
  return out.isTty ? wrapWords(text, out.columns()) : text;
}

function usableLines(agent: Finding, out: Terminal): readonly string[] {
  const { contestant, title, version, program, login, lane, withheld, tiers, verified } = agent;
  return [
    `${out.style('green', '✔')} ${out.style('bold', contestant)}  ${title}${version === undefined ? '' : ` ${visibleLine(version)}`}`,
    ...(program === undefined ? [] : [`    program   ${visibleLine(program)}`]),
    ...loginLine(login),
    `    queue     ${lane}`,
    ...accountLine(agent),
    ...limitLines(tiers).map(({ text }, at) => `    ${at === 0 ? 'limits' : '      '}    ${text}`),
    ...(withheld.length === 0 ? [] : [`    withheld  ${withheld.join(', ')}`]),
    ...('because' in verified
      ? [`    tried     ${out.style('yellow', 'unverified')}: ${verified.because}`]
      : []),
    ...checkLine(agent, out),
  ];
}

function accountLine({ account }: Finding): readonly string[] {
  if (account === undefined) return [];
  const { name, perMinute, parallel } = account;
  const limits = [
    ...(perMinute === undefined ? [] : [`${perMinute} ${perMinute === 1 ? 'start' : 'starts'} a minute`]),
    ...(parallel === undefined ? [] : [`${parallel} at once`]),
  ];
  return [`    account   ${visibleLine(name)}: ${limits.length === 0 ? 'no limits' : limits.join(', ')}`];
}

function loginLine({ state, detail }: Finding['login']): readonly string[] {
  if (state === 'unknown' && detail === undefined) return [];
  return [`    login     ${state}${detail === undefined ? '' : `, ${visibleLine(detail)}`}`];
}

function checkLine({ check }: Finding, out: Terminal): readonly string[] {
  if (check === undefined) return [];
  const time = check.ranMs === undefined ? '' : ` in ${duration(check.ranMs)}`;
  const model = check.model === undefined ? ', model unknown' : ` from ${visibleLine(check.model)}`;
  if (check.outcome === 'ok') return [`    check     ${out.style('green', 'answered')}${time}${model}`];
  return [
    `    check     ${out.style('red', check.outcome)}${time}: ${visibleLine(check.reason ?? 'no reason given')}`,
  ];
}

function unusableLines({ contestant, problem }: Finding, out: Terminal): readonly string[] {
  return [
    `${out.style('dim', '·')} ${contestant}: ${visibleLine(problem?.reason ?? '')}`,
    `    ${visibleLine(problem?.hint ?? '')}`,
  ];
}

/** Checkouts do as well, and take longer. */
function overlayLines(found: DoctorFindings['overlays'], out: Terminal): readonly string[] {
  if ('about' in found)
    return [`${out.style('green', '✔')} workspaces of a race are overlays, ${found.about}`];
  const { unavailable, hint } = found;
  return [
    `${out.style('dim', '·')} workspaces of a race are checkouts: ${visibleLine(unavailable)}`,
    `    ${hint}`,
  ];
}

function containerLines(found: DoctorFindings['container'], out: Terminal): readonly string[] {
  if (found === undefined) return [];
  if ('about' in found) return [`${out.style('green', '✔')} container ${visibleLine(found.about)}`];
  const { unavailable, hint } = found;
  return [`${out.style('red', '✖')} container ${visibleLine(unavailable)}`, `    ${hint}`];
}

function recordLines(record: DoctorFindings['record'], out: Terminal): readonly string[] {
  if (record === undefined) return [];
  const { place, problem, hint = '', pool } = record;
  const hosts =
    pool === undefined || pool.hosts === 0
      ? 'no host is at work (joust worker)'
      : `${plural(pool.hosts, 'host')} at work, ${pool.busy} of ${plural(pool.places, 'place')} taken`;
  if (problem === undefined)
    return [
      `${out.style('green', '✔')} ledger    ${visibleLine(place)}`,
      `${out.style('green', '✔')} pool      ${hosts}`,
    ];
  return [`${out.style('red', '✖')} ${visibleLine(problem)}`, `    ${hint}`];
}

/** The home holds the ledger where no database does. */
function platformLines(
  { tools, home, freeBytes }: DoctorFindings['platform'],
  { out, home: name }: { readonly out: Terminal; readonly home: 'ledger' | 'home' },
): readonly string[] {
  const room = freeBytes === undefined ? 'free space unknown' : `${(freeBytes / 1e9).toFixed(1)} GB free`;
  const ledger = home.writable
    ? `${out.style('green', '✔')} ${name.padEnd(9)} ${home.path} (${room})`
    : `${out.style('red', '✖')} ${name.padEnd(9)} ${home.path}: ${home.problem ?? 'not writable'}. Set JOUST_HOME to a folder you can write.`;
  return [
    ledger,
    ...tools.map(({ name, use, path, version }) =>
      path === undefined
        ? `${out.style('dim', '·')} ${name.padEnd(9)} not found; needed for: ${use}`
        : `${out.style('green', '✔')} ${name.padEnd(9)} ${version ?? 'version unknown'} (${use})`,
    ),
  ];
}
