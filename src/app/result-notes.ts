// What is worth saying about a result and is not its content: lines for standard error.

import { debateNotes } from '../formats/debate/document.ts';
import { distillNotes } from '../formats/distill/document.ts';
import { oracleNotes } from '../formats/oracle/document.ts';
import { raceNotes } from '../formats/race/document.ts';
import type { FormatResult } from '../formats/result.ts';
import { voteNotes } from '../formats/vote/document.ts';

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
