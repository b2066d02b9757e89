// What has to be said of those who will play before they do.
import { agentOf } from '../../agents/all.ts';
import { mentionsIn } from '../../agents/prompt-syntax.ts';
import type { Contestant, Tier } from '../../domain/contestant.ts';

/** What joust cannot keep an agent from is said before it plays. */
export function tierNotes(roster: readonly Contestant[], tier: Tier): readonly string[] {
  return [...Map.groupBy(roster, ({ agent }) => agent)].flatMap(([id, own]) => {
    const { kind, tiers } = agentOf(id);
    const { honoured, caveat } = tiers[tier];
    if (honoured || kind === 'scripted') return [];
    const names = own.map(({ name }) => name).join(', ');
    const what = kind === 'http' ? `${names} cannot change files` : `joust cannot ${limits[tier](names)}`;
    return [`${what}${caveat === undefined ? '' : `: ${caveat}`}.`];
  });
}

const limits: Readonly<Record<Tier, (names: string) => string>> = {
  read: (names) => `stop ${names} from writing`,
  write: (names) => `keep ${names} inside the folder`,
  full: (names) => `let ${names} do everything`,
};

/** What the user names is looked at by some and only read by others. */
export function mentionNotes(
  roster: readonly Contestant[],
  { prompt, own }: { readonly prompt: string; readonly own?: number },
): readonly string[] {
  const words = prompt.slice(0, own);
  return [...new Set(roster.map(({ agent }) => agent))].flatMap((id) => {
    const names = [...new Set(mentionsIn(words, agentOf(id).syntax ?? {}))];
    if (names.length === 0) return [];
    return [
      `${id} may bring in what ${names.slice(0, 5).join(', ')} in your prompt names, wherever it lies.`,
    ];
  });
}
