// Prompts for the common uses: what a user picks in the client, in words that lead to the right tool.
import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface PromptSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: { readonly name: string; readonly description: string; readonly required: boolean }[];
  words(said: Readonly<Record<string, string>>): string;
}

const specs: readonly PromptSpec[] = [
  {
    name: 'second_opinion',
    title: 'Second opinion',
    description: 'Ask other agents what they think, and weigh it',
    arguments: [{ name: 'question', description: 'what to ask them', required: true }],
    words: ({ question }) =>
      `Get a second opinion from other agents on this, with joust's ask tool. Put everything they need to know into the prompt; they see this folder, not our conversation. Then tell me where they agree with you and where not, and what you make of it.\n\n${question}`,
  },
  {
    name: 'council',
    title: 'Council',
    description: 'Have several agents answer, and one answer made of theirs',
    arguments: [{ name: 'question', description: 'what to put to the council', required: true }],
    words: ({ question }) =>
      `Put this to a council with joust's distill tool, with everything they need to know in the prompt. Give me the merged answer, and say what it rests on.\n\n${question}`,
  },
  {
    name: 'race_this',
    title: 'Race this',
    description: 'Have several agents make the same change, measured by the checks of the project',
    arguments: [{ name: 'task', description: 'the change', required: true }],
    words: ({ task }) =>
      `Have several agents make this change with joust's race tool: each works in a checkout of its own, and the project's checks measure what they hand in. Describe the change so that it can be made without our conversation. Then show me who won and why, and what the winner changed; do not apply it unless I say so.\n\n${task}`,
  },
  {
    name: 'review_changes',
    title: 'Review changes',
    description:
      'Have several agents review a change; findings are confirmed by those who did not raise them',
    arguments: [
      {
        name: 'target',
        description: 'a commit, a range or a branch; uncommitted work without',
        required: false,
      },
    ],
    words: ({ target }) =>
      `Have ${target === undefined || target === '' ? 'my uncommitted changes' : target} reviewed with joust's review tool. Go through the confirmed findings with me, the most severe first; look at each in the code before you agree.`,
  },
];

export const prompts = specs.map(({ words: _words, ...about }) => about);

export function promptNamed(
  name: string,
  said: Readonly<Record<string, string>> | undefined = {},
): GetPromptResult {
  const found = specs.find((one) => one.name === name);
  if (found === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no prompt ${name}`);
  const missing = found.arguments.find((one) => one.required && (said[one.name] ?? '').trim() === '');
  if (missing !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${name} needs ${missing.name}`);
  const content = { type: 'text' as const, text: found.words(said) };
  return { description: found.description, messages: [{ role: 'user', content }] };
}
