// A dry run as a document: who would play, how large the prompt is, and the estimate.
import { plural } from '../domain/figures.ts';
import type { Limits } from '../domain/usage.ts';
import { type Document, text } from './document.ts';

interface Plan {
  readonly format: string;
  readonly contestants: readonly string[];
  readonly staff: readonly string[];
  readonly prompt: { readonly characters: number; readonly files: readonly string[] };
  readonly estimate: { readonly text: string };
  readonly asks?: string;
  readonly limits: Limits;
  readonly notes: readonly string[];
}

export function planDocument({
  format,
  contestants,
  staff,
  prompt,
  estimate,
  asks,
  limits,
  notes,
}: Plan): Document {
  const { characters, files } = prompt;
  const tokens = Math.ceil(characters / 4);
  const size = `${plural(characters, 'character')}, at least ${plural(tokens, 'token')} each time`;
  // Above this it asks, which `asks` tells.
  const { confirmTokens: _confirmTokens, ...caps } = limits;
  const capped = Object.entries(caps).map(([name, value]) => `${name} ${value}`);
  return [
    text('A dry run: nothing was started, and nothing is on record.'),
    {
      type: 'facts',
      facts: [
        ['format', format],
        ['contestants', contestants.join(', ')],
        ...(staff.length > 0 ? [['beside them', staff.join(', ')] as const] : []),
        ['prompt', size],
        ...(files.length > 0 ? [['files', files.join(', ')] as const] : []),
        ...(capped.length > 0 ? [['limits', capped.join(', ')] as const] : []),
      ],
    },
    text(estimate.text, asks === undefined ? undefined : `It would ask first: ${asks}`, ...notes),
  ];
}
