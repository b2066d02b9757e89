// What has to be said of those who will play before they do.
import { agentOf } from '../../agents/all.ts';
import { mentionsIn } from '../../agents/prompt-syntax.ts';
import type { Contestant, Tier } from '../../domain/contestant.ts';

/** A tier an agent cannot keep is said before it plays. */
export function tierNotes(roster: readonly Contestant[], tier: Tier): readonly string[] {
  const agents = [...new Set(roster.map(({ agent }) => agent))].map((id) => agentOf(id));
  return agents
    .filter((agent) => !agent.tiers[tier].honoured && agent.kind !== 'scripted')
    .map(
      (agent) =>
        `${agent.id}: the ${tier} tier is not kept, ${agent.tiers[tier].caveat ?? 'as far as is known'}.`,
    );
}

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
