// What a CLI takes for more than words in a prompt, and how that is taken out of whatever the user did not write.
import type { AgentEvent } from '../domain/agent-event.ts';
import type { AgentRequest, PromptSyntax } from './agent.ts';

/** The at sign, before anything that could be a name. */
export const atSign = /@(?=\S)/g;

/** A word joiner: nobody sees it, and no name begins with it. */
const joiner = '\u2060';

/**
 * The prompt as the CLI gets it. Behind the user's own words nothing is a mention; a slash at the beginning is none even
 * there, for one CLI's command means nothing to the others.
 */
export function onlyWords(
  { prompt, own = prompt.length, bare }: AgentRequest,
  { mentions, commands }: PromptSyntax,
): string {
  const kept = bare === true ? 0 : own;
  const quoted = prompt.slice(kept);
  const words = prompt.slice(0, kept) + (mentions ? quoted.replace(mentions, `$&${joiner}`) : quoted);
  return commands === true ? words.replace(/^(\s*)\//, `$1${joiner}/`) : words;
}

/** Whoever repeats what it was shown repeats the sign too: an answer is to hold none of them. */
export function withoutJoiners(event: AgentEvent): AgentEvent {
  if (event.type === 'text') return { ...event, delta: event.delta.replaceAll(joiner, '') };
  return event.type === 'ended' ? { ...event, text: event.text.replaceAll(joiner, '') } : event;
}

/** What the user's own words name to such a CLI, as it stands there. */
export function mentionsIn(text: string, { mentions }: PromptSyntax): readonly string[] {
  if (mentions === undefined) return [];
  return [...text.matchAll(mentions)].map(({ index }) => nameBehind.exec(text.slice(index))?.[0] ?? '@');
}

const nameBehind = /^.(?:"[^"\n]+"|[^\s,;!?()[\]{}"']*[^\s,;!?()[\]{}"'.:])?/;
