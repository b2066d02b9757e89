// What a contest came to, as people read it; each kind of result has a view of its own.
import type { FormatResult } from '../domain/result.ts';
import { analysisText, crossText } from './analysis-text.ts';
import { arenaText } from './arena-text.ts';
import { debateText } from './debate-text.ts';
import { distillText } from './distill-text.ts';
import { judgedText, scoredText } from './judged-text.ts';
import { oracleText } from './oracle-text.ts';
import { raceText } from './race-text.ts';
import { tournamentText } from './tournament-text.ts';
import { visible } from './visible.ts';
import { voteText } from './vote-text.ts';

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
    case 'answer':
      return `${visible(result.text).trimEnd()}\n`;
  }
}
