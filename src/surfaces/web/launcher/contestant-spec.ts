// A contestant as it is written (`claude/opus*2`): taken apart for a form, and put together again.
import type { ContestantJson } from '../../../views/wire/contest-json.ts';

export interface Spec {
  readonly name: string;
  readonly model: string;
  readonly copies: number;
}

export function readSpec(text: string): Spec {
  const [, name = text, model = '', copies = '1'] = /^([^/*]+)(?:\/(.+?))?(?:\*(\d+))?$/.exec(text) ?? [];
  return { name, model, copies: Number(copies) };
}

export function specText({ name, model, copies }: Spec): string {
  return `${name}${model === '' ? '' : `/${model}`}${copies > 1 ? `*${copies}` : ''}`;
}

/** Whoever played, to play again. `known`: names that can be written. */
export function specsOf(contestants: readonly ContestantJson[], known: readonly string[]): readonly string[] {
  const counted = new Map<string, number>();
  for (const { name, agent, model } of contestants) {
    const own = [name, name.replace(/[-#]\d+$/, '')].find((one) => known.includes(one) && one !== agent);
    const spec = own ?? (model === undefined ? agent : `${agent}/${model}`);
    counted.set(spec, (counted.get(spec) ?? 0) + 1);
  }
  return [...counted].map(([spec, copies]) => specText({ name: spec, model: '', copies }));
}
