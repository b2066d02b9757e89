// What a contest came to, by format: figures and names for documents to tell. Played again, it is the same.
import { z } from 'zod';
import { analysisResult } from './analyze/result.ts';
import { arenaResult } from './arena/result.ts';
import { crossResult } from './cross-examine/result.ts';
import { debateResult } from './debate/result.ts';
import { distillResult } from './distill/result.ts';
import { judgedResult, scoredResult } from './judge/result.ts';
import { oracleResult } from './oracle/result.ts';
import { raceResult } from './race/result.ts';
import { tournamentResult } from './tournament/result.ts';
import { voteResult } from './vote/result.ts';

export const resultSchema = z.discriminatedUnion('type', [
  oracleResult,
  analysisResult,
  crossResult,
  arenaResult,
  judgedResult,
  scoredResult,
  distillResult,
  debateResult,
  voteResult,
  tournamentResult,
  raceResult,
]);

export type FormatResult = z.infer<typeof resultSchema>;
