// Figures as people read them: times, tokens, money. What is unknown is said to be unknown.
import { plural } from '../domain/figures.ts';
import type { Cost } from '../domain/usage.ts';

export function duration(ms: number): string {
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}h${pad(minutes)}m` : `${minutes}m${pad(rest)}s`;
}

export function tokens(count: number): string {
  if (count < 1000) return `${count} tok`;
  return count < 999_500 ? `${trim(count / 1000)}k tok` : `${trim(count / 1_000_000)}M tok`;
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd >= 1 ? 2 : 4)}`;
}

/** A share as people read it: `67 %`. */
export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** A moment in the reader's own time zone: `15 Nov, 15:00`. */
export function moment(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return `${at.getDate()} ${months[at.getMonth()]}, ${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export const costSources: Readonly<Record<Cost['source'], string>> = {
  agent: 'own figure',
  'price-list': 'price list',
  config: 'your prices',
};
const bases: Readonly<Record<Cost['basis'], string>> = {
  billed: ', billed',
  'list-price': ', subscription',
  unknown: '',
};

/** `$0.0123 (own figure, billed)`: who computed it, and whether it was billed or is what a subscription paid for at list price. */
export function money(cost: Cost | undefined): string {
  if (cost === undefined) return 'cost unknown';
  const amount = dollars(cost.usd);
  const dated = cost.pricedAt === undefined ? '' : ` of ${cost.pricedAt}`;
  return `${amount} (${costSources[cost.source]}${dated}${bases[cost.basis]})`;
}

/** What a contest has cost, as far as it is known. */
export function costText({ usd, unknown }: { readonly usd: number; readonly unknown: number }): string {
  if (unknown === 0) return dollars(usd);
  return usd === 0 ? 'unknown' : `${dollars(usd)}, and unknown for ${plural(unknown, 'attempt')}`;
}

function trim(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0).replace(/\.0$/, '');
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
