// What somebody is to look at before answering, under labels and nothing else.
import type { GateAsked } from '../domain/event.ts';
import { visible, visibleLine } from './visible.ts';

export function exhibitsText({ exhibits = [] }: Pick<GateAsked, 'exhibits'>): string {
  return exhibits
    .map(({ label, text }) => `## ${visibleLine(label)}\n\n${visible(text).trimEnd()}\n\n`)
    .join('');
}
