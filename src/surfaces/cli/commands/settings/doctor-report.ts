// The doctor's findings as text.
import type { DoctorFindings } from '../../../../app/doctor.ts';
import { duration } from '../../../../views/units.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { Terminal } from '../../grammar/command.ts';

type Finding = DoctorFindings['agents'][number];

export function doctorReport({ joust, platform, agents }: DoctorFindings, out: Terminal): string {
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
    ...platformLines(platform, out),
  ];
  return `${lines.join('\n')}\n`;
}

function usableLines(agent: Finding, out: Terminal): readonly string[] {
  const { contestant, title, version, program, login, lane, withheld, tiers, verified } = agent;
  const simulated = agent.agent === 'scripted' ? ', simulated' : '';
  const caveats = (['read', 'write', 'full'] as const).flatMap((tier) => {
    const { honoured, caveat } = tiers[tier];
    if (caveat === undefined) return honoured ? [] : [`${tier}: not kept`];
    return [`${tier}${honoured ? '' : ' (not kept)'}: ${caveat}`];
  });
  return [
    `${out.style('green', '✔')} ${out.style('bold', contestant)}  ${title}${version === undefined ? '' : ` ${visibleLine(version)}`}${simulated}`,
    ...(program === undefined ? [] : [`    program   ${visibleLine(program)}`]),
    ...loginLine(login),
    `    lane      ${lane}`,
    `    tiers     ${(['read', 'write', 'full'] as const).filter((tier) => tiers[tier].honoured).join(', ') || 'none is kept'}`,
    ...caveats.map((caveat) => `              ${caveat}`),
    ...(withheld.length === 0 ? [] : [`    withheld  ${withheld.join(', ')}`]),
    ...('because' in verified ? [`    ${out.style('yellow', 'unverified')}  ${verified.because}`] : []),
    ...checkLine(agent, out),
  ];
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

function platformLines(
  { tools, home, freeBytes }: DoctorFindings['platform'],
  out: Terminal,
): readonly string[] {
  const room = freeBytes === undefined ? 'free space unknown' : `${(freeBytes / 1e9).toFixed(1)} GB free`;
  const ledger = home.writable
    ? `${out.style('green', '✔')} ledger    ${home.path} (${room})`
    : `${out.style('red', '✖')} ledger    ${home.path}: ${home.problem ?? 'not writable'}. Set JOUST_HOME to a folder you can write.`;
  return [
    ledger,
    ...tools.map(({ name, use, path, version }) =>
      path === undefined
        ? `${out.style('dim', '·')} ${name.padEnd(9)} not found; needed for: ${use}`
        : `${out.style('green', '✔')} ${name.padEnd(9)} ${version ?? 'version unknown'} (${use})`,
    ),
  ];
}
