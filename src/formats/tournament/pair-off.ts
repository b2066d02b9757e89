// Pairs all of a group off: the first of the order with a partner near or far in it, without meeting again where possible.
import type { Pair } from './system.ts';

export interface PairingRule {
  /** Whom the first would rather meet: the next in order, or the last. */
  readonly prefers: 'near' | 'far';
  /** Pairs that are to be avoided. */
  met(pair: Pair): boolean;
}

/** `order` is of even length. Where somebody has to meet again, everybody may. */
export function pairOff(order: readonly string[], rule: PairingRule): readonly Pair[] {
  return search(order, rule) ?? search(order, { ...rule, met: () => false }) ?? [];
}

/** Depth first: an earlier pair is taken back when the rest cannot be paired. */
function search(order: readonly string[], rule: PairingRule): readonly Pair[] | undefined {
  const [first, ...rest] = order;
  if (first === undefined) return [];
  for (const partner of rule.prefers === 'near' ? rest : rest.toReversed()) {
    if (rule.met([first, partner])) continue;
    const others = search(
      rest.filter((name) => name !== partner),
      rule,
    );
    if (others !== undefined) return [[first, partner], ...others];
  }
  return undefined;
}

/** Of an odd group, the first among those with the fewest byes sits out: nobody twice while another had none. */
export function withBye(
  group: readonly string[],
  byes: (name: string) => number,
): { readonly bye: string | undefined; readonly rest: readonly string[] } {
  if (group.length % 2 === 0) return { bye: undefined, rest: group };
  const bye = group.reduce((best, name) => (byes(name) < byes(best) ? name : best), group[0] ?? '');
  return { bye, rest: group.filter((name) => name !== bye) };
}
