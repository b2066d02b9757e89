// What a person preferred, as a line to keep and pass on: two contestants, what was asked, and which was better.
import { z } from 'zod';

/** Characters of the prompt that are kept. */
export const excerptLength = 200;

const side = z.strictObject({
  contestant: z.string().min(1).max(200),
  agent: z.string().min(1).max(200),
  model: z.string().min(1).max(200).optional(),
  effort: z.string().min(1).max(50).optional(),
});

export const preferenceSchema = z.strictObject({
  type: z.literal('joust.preference'),
  v: z.literal(1),
  id: z.string().regex(/^[0-9A-Za-z]{6,64}$/, { error: 'letters and digits, 6 to 64 of them' }),
  /** When it was picked. */
  at: z.iso.datetime(),
  prompt: z.string().max(excerptLength).describe('the beginning of what was asked'),
  /** As they were shown. */
  a: side,
  b: side,
  pick: z.enum(['a', 'b', 'tie', 'bad']).describe('bad: neither was any good'),
  tags: z.array(z.string().min(1).max(100)).max(50),
  simulated: z.boolean().describe('true: scripted agents played, no model was asked'),
});

export type Preference = z.infer<typeof preferenceSchema>;
export type PreferenceSide = Preference['a'];

/** Made elsewhere and brought here. */
export const preferenceImported = z.object({
  type: z.literal('preference.imported'),
  v: z.literal(1),
  preference: preferenceSchema,
});

/** It counts no more; nothing shows or uses it. */
export const preferenceForgotten = z.object({
  type: z.literal('preference.forgotten'),
  v: z.literal(1),
  id: z.string(),
});
