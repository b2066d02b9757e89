// Reads which labels a judge put together: JSON with the nonce of this look, and where there are two, they must say the same.
// Whoever is not named stays alone; a label in two groups makes it unreadable.
import type { Blinded } from '../../judging/blind/blind.ts';
import { jsonInText } from '../../judging/verdict/json-in-text.ts';
import { labelNamed, spokenPart } from '../../judging/verdict/read-verdict.ts';

export function readGroups(
  reply: string,
  { shown, nonce }: Pick<Blinded, 'nonce'> & { readonly shown: readonly { readonly label: string }[] },
): readonly (readonly string[])[] | undefined {
  const labels = shown.map(({ label }) => label);
  const found = jsonInText(spokenPart(reply)).filter(({ value }) => fieldOf(value, 'nonce') === nonce);
  const [groups, ...others] = found.map(({ value }) => groupsIn(fieldOf(value, 'groups'), labels));
  const same = others.every((other) => JSON.stringify(other) === JSON.stringify(groups));
  return same ? groups : undefined;
}

function groupsIn(said: unknown, labels: readonly string[]): readonly (readonly string[])[] | undefined {
  if (!Array.isArray(said)) return undefined;
  const groups = said.map((group: unknown) =>
    membersOf(group).flatMap((member) => labelNamed(member, labels) ?? []),
  );
  const all = groups.flat();
  return all.length > 0 && new Set(all).size === all.length
    ? groups.filter((one) => one.length > 0)
    : undefined;
}

/** `["A", "C"]`, "A, C" or `{"labels": [...]}`. */
function membersOf(group: unknown): readonly string[] {
  const list = fieldOf(group, 'labels') ?? fieldOf(group, 'entries') ?? group;
  if (typeof list === 'string') return list.split(/[,;&+]|\band\b/u);
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).find(([key]) => key.toLowerCase() === name)?.[1];
}
