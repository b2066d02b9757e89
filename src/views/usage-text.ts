// The usage report as people read it. Billed money, subscriptions and what is unknown stand on lines of their own.
import { money, tokens } from './figures.ts';
import type { CostFigure, UsageFigure, UsageGroup, UsageReport } from './usage.ts';
import { visibleLine } from './visible.ts';

export function usageText({ by, groups, total, simulatedLeftOut }: UsageReport): string {
  const parts = groups.map((group) => groupText(group.name ?? `${by} unknown`, group));
  if (groups.length > 1) parts.push(groupText('total', total));
  if (groups.length === 0) parts.push('no attempts on record');
  if (simulatedLeftOut > 0)
    parts.push(`${attempts(simulatedLeftOut, 'simulated ')} left out; --simulated counts them`);
  return `${parts.join('\n')}\n`;
}

function groupText(name: string, group: UsageGroup): string {
  const { inputTokens, cachedInputTokens, outputTokens, costs, unknownCost } = group;
  const counted = [
    `input ${figureText(inputTokens)}`,
    `cached ${figureText(cachedInputTokens)}`,
    `output ${figureText(outputTokens)}`,
  ];
  const lines = [
    `${visibleLine(name)}: ${attempts(group.attempts)}`,
    `  tokens  ${counted.join(', ')}`,
    ...costs.map((cost) => `  cost    ${costText(cost)}`),
  ];
  if (unknownCost > 0) lines.push(`  cost    unknown for ${attempts(unknownCost)}`);
  return lines.join('\n');
}

function figureText({ sum, unknown }: UsageFigure): string {
  if (sum === undefined) return 'unknown';
  return unknown === 0 ? tokens(sum) : `${tokens(sum)} and unknown for ${attempts(unknown)}`;
}

function costText({ attempts: count, ...cost }: CostFigure): string {
  const basis = cost.basis === 'unknown' ? ', billed or not is unknown' : '';
  return `${money(cost)}${basis}, ${attempts(count)}`;
}

function attempts(count: number, kind = ''): string {
  return `${count} ${kind}attempt${count === 1 ? '' : 's'}`;
}
