// What a contest came to, as people read it; each kind of result has a view of its own.

import { analysisText } from '../formats/analyze/document.ts';
import { arenaText } from '../formats/arena/document.ts';
import { crossText } from '../formats/cross-examine/document.ts';
import { debateText } from '../formats/debate/document.ts';
import { distillText } from '../formats/distill/document.ts';
import { judgedText, scoredText } from '../formats/judge/document.ts';
import { oracleText } from '../formats/oracle/document.ts';
import { raceText } from '../formats/race/document.ts';
import type { FormatResult } from '../formats/result.ts';
import { tournamentText } from '../formats/tournament/document.ts';
import { voteText } from '../formats/vote/document.ts';

/** `id` is that of the contest, where a view names commands to go on with. */
export function resultText(result: FormatResult, id?: string): string {
  switch (result.type) {
    case 'arena':
      return arenaText(result);
    case 'oracle':
      return oracleText(result);
    case 'analysis':
      return analysisText(result);
    case 'cross-examination':
      return crossText(result);
    case 'judged':
      return judgedText(result);
    case 'scored':
      return scoredText(result);
    case 'debate':
      return debateText(result);
    case 'vote':
      return voteText(result);
    case 'distill':
      return distillText(result);
    case 'tournament':
      return tournamentText(result);
    case 'race':
      return raceText(result, id);
  }
}
