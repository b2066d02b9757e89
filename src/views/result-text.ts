// What a contest came to, as people read it; each kind of result has a view of its own.
import type { FormatResult } from '../domain/result.ts';
import { visible } from './visible.ts';

export function resultText(result: FormatResult): string {
  switch (result.type) {
    case 'answer':
      return `${visible(result.text).trimEnd()}\n`;
  }
}
