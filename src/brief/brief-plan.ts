// The request of a contest of a brief: its files, its settings, and the plan that goes on record.
import type { FieldEntry } from '../formats/brief/field.ts';
import type { BriefPlan } from '../formats/brief/options.ts';
import type { Given } from '../formats/format.ts';
import type { MaterialFile } from '../formats/scene.ts';
import type { RecordWorld } from '../play/make-scene.ts';
import type { StartRequest } from '../play/ready.ts';
import { type Brief, readBrief } from './brief-folder.ts';

export interface BriefRequest
  extends Pick<StartRequest, 'waitForQuotaMs' | 'approve' | 'functions' | 'pool' | 'program' | 'callers'> {
  readonly folder: string;
  /** Those of every contest by name, `contestant` among them for a part of the field, and those of the format. */
  readonly settings?: Given;
}

/** A brief as a cell of a suite plays it, on a copy: the folder stays as it is. */
export function briefAsCell(folder: string, settings: Given, machine: RecordWorld['machine']): StartRequest {
  const brief = readBrief(folder, machine);
  return {
    ...startOf({ folder }, brief),
    material: handedOut(brief),
    settings: {
      timeout: brief.timeoutMs / 1000,
      ...containerOf(brief),
      ...settings,
      plan: planText(brief, { step: 'play', round: 1, carried: [] }),
    },
  };
}

export type Planned = Pick<BriefPlan, 'step' | 'round'> & {
  readonly carried: readonly FieldEntry[];
  readonly own?: BriefPlan['own'];
  readonly feedback?: BriefPlan['feedback'];
  readonly merge?: BriefPlan['merge'];
  readonly resources?: BriefPlan['resources'];
};

/** The words of a folder may have come with somebody else's project: none of them is a command of the user's. */
export function startOf(
  { waitForQuotaMs, approve, functions, pool, program, callers }: BriefRequest,
  { folder, task }: Brief,
): StartRequest {
  return {
    format: 'brief',
    cwd: folder,
    prompt: task,
    own: 0,
    waitForQuotaMs,
    approve,
    functions,
    pool,
    program,
    callers,
  };
}

export function planText({ name, template, required }: Brief, { carried, ...plan }: Planned): string {
  const whole: BriefPlan = {
    brief: name,
    template: template ?? null,
    required: [...required],
    own: {},
    merge: null,
    resources: {},
    feedback: { shared: null, personal: {} },
    ...plan,
    carried: carried.map(
      ({ contestant: { name: who, agent, model, effort }, round, files, byHand = false }) => ({
        contestant: {
          name: who,
          agent,
          model,
          effort,
        },
        round,
        files: [...files],
        byHand,
      }),
    ),
  };
  return JSON.stringify(whole);
}

export function handedOut({ task, raw }: Brief): readonly MaterialFile[] {
  return [{ path: 'BRIEF.md', mode: '100644', content: () => Buffer.from(task) }, ...raw];
}

/** What contestants work in, as the brief says it. */
export function containerOf({ sandbox, image, resources = {} }: Brief): Given {
  const { profile, memoryBytes, cpus, pids } = resources;
  return {
    ...(sandbox !== undefined && { sandbox }),
    ...(image !== undefined && { image }),
    ...(profile !== undefined && { profile }),
    ...(memoryBytes !== undefined && { memory: memoryBytes }),
    ...(cpus !== undefined && { cpus }),
    ...(pids !== undefined && { pids }),
  };
}
