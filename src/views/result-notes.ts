// What is worth saying about a result and is not its content: lines for standard error.
import type { FormatResult } from '../domain/result.ts';
import { debateNotes } from './debate-text.ts';
import { distillNotes } from './distill-text.ts';
import { oracleNotes } from './oracle-text.ts';
import { raceNotes } from './race-text.ts';
import { voteNotes } from './vote-text.ts';

export function resultNotes(result: FormatResult): readonly string[] {
  switch (result.type) {
    case 'debate':
      return debateNotes(result);
    case 'vote':
      return voteNotes(result);
    case 'distill':
      return distillNotes(result);
    case 'oracle':
      return oracleNotes(result);
    case 'race':
      return raceNotes(result);
    default:
      return [];
  }
}
