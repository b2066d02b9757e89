// What goes on record of a race when it is opened: what was asked for, and what was found before it began.
import { z } from 'zod';
import { type CanaryPlan, canaryPlan } from '../../checks/canary/canary-plan.ts';
import type { CheckRules } from '../../checks/run/run-checks.ts';
import { baseSchema, blobRefSchema, changeSchema } from '../../domain/change.ts';
import { checkSpecSchema, type Weights, weightsSchema } from '../../domain/check-spec.ts';
import { outcomes } from '../../domain/outcome.ts';
import { insideShape } from '../../domain/settings/shapes.ts';
import type { AdoptSource } from '../../workspace/base/adopt-tree.ts';
import { judgeOptions, rubricSchema } from '../judging-options.ts';

const gateSchema = z.strictObject({
  /** Most tokens; over it a race becomes a single run. 0: no such limit. */
  budgetTokens: z.int(),
  /** Over it somebody has to agree; 0: never asked. */
  confirmTokens: z.int(),
  /** For a contestant of whom this ledger knows nothing. */
  tokensPerRun: z.int(),
  /** Somebody set it: it also counts where nothing costs anything. */
  explicit: z.boolean(),
  /** What is asked where somebody has to agree; absent in older records, which asked in other words. */
  question: z.string().optional(),
});

/** Work that is here already. */
const givenEntry = z.strictObject({
  contestant: z.string(),
  outcome: z.enum(outcomes),
  change: changeSchema,
  patch: blobRefSchema.nullable(),
  says: blobRefSchema.nullable(),
  adopted: z.boolean(),
  secrets: z.array(z.string()),
  secretKinds: z.array(z.string()).optional(),
  /** null: cannot be told. */
  looked: z.array(z.string()).nullable(),
});
export type GivenEntry = z.output<typeof givenEntry>;

export const options = z.strictObject({
  checks: z.array(checkSpecSchema),
  /** node, python, rust, go or charm. */
  preset: z.string().nullable(),
  weights: weightsSchema,
  setup: z.string().nullable(),
  copy: z.array(z.string().regex(insideShape)),
  sandbox: z.enum(['none', 'os', 'container']),
  /** Contestants wait for the checks on the base; in older records they all did. */
  baseFirst: z.boolean().default(true),
  /** How workspaces are made; older records know only one way. */
  workspace: z.enum(['overlay', 'checkout']).default('checkout'),
  /** What checks may reach inside a sandbox. */
  checkNetwork: z.enum(['open', 'none']),
  maxDiskBytes: z.number(),
  checkTimeoutMs: z.number(),
  gate: gateSchema,
  /** No judges: nobody judges. */
  ...judgeOptions,
  rubric: rubricSchema.nullable(),
  crossTests: z.enum(['auto', 'on', 'off']),
  stopWhen: z.enum(['perfect', 'lead']).nullable(),
  /** Checks that an entry may fail and still win. */
  allowFailing: z.array(z.string()).default([]),
  /** Tests that fail for known reasons: an entry that fails only these doesn't fail its check. */
  knownFailures: z.array(z.string()).default([]),
  /** How each check that runs tests is tried before an entry wins; older races did not. */
  canaries: z.array(canaryPlan).default([]),
  /** What kind of task it is, in the user's words: for leaderboards. */
  tag: z.string().nullable(),
  base: baseSchema,
  rules: z.enum(['rescale', 'charm']),
  /** null: nothing of it costs anything. */
  estimateTokens: z.number().nullable(),
  /** Entries of another race, or made elsewhere: nobody plays. */
  entries: z.array(givenEntry),
});
export type RaceOptions = z.output<typeof options>;

/** What was asked for, before anybody looked at the repository. */
export interface RaceWish
  extends Omit<
    RaceOptions,
    'base' | 'rules' | 'estimateTokens' | 'entries' | 'copy' | 'weights' | 'workspace' | 'canaries'
  > {
  /** Those of the race that it goes on from; absent: they are planned. */
  readonly canaries?: readonly CanaryPlan[];
  /** auto: overlays where they can be had. */
  readonly workspace: RaceOptions['workspace'] | 'auto';
  /** Found checks are added unless this is true. */
  readonly onlyNamed: boolean;
  /** Checks, found ones too, on which an entry may run fewer of the base's tests. */
  readonly mayRemoveTests: readonly string[];
  /** Over those of the preset. */
  readonly weights: Partial<Weights>;
  /** null: as the preset, or what is found, says. */
  readonly copy: readonly string[] | null;
  /** Nobody plays: work that is here already is measured and ranked. */
  readonly adopt?: AdoptWish;
}

export interface AdoptWish {
  /** The race it enters. */
  readonly contest: string;
  readonly source: AdoptSource;
  /** What it is called in the report; judges never see it. */
  readonly name: string;
}

/** What all checkouts of a race have in common. */
export function workspaceOf(options: RaceOptions): CheckRules['workspace'] {
  const { base, copy, sandbox, maxDiskBytes, setup, workspace } = options;
  const layered = workspace === 'overlay';
  return { base, copy, sandbox, maxBytes: maxDiskBytes, layered, setup: setup ?? undefined };
}

/** Checks on record of an older format were run without reports of their test runners. */
export function checkRulesOf(
  options: RaceOptions,
  { opened }: { readonly opened: { readonly formatVersion: number } },
): CheckRules {
  const { checkTimeoutMs: timeoutMs, checkNetwork: network } = options;
  return { workspace: workspaceOf(options), timeoutMs, network, reports: opened.formatVersion >= 6 };
}
