// The private checkouts in which checks of this playing run, each made when the first check needs it.
import { JoustError } from '../../domain/joust-error.ts';
import { expectRuns } from '../../process/spawn/waiting-shells.ts';
import type { ContestRecord } from '../handle/record.ts';
import type { Player } from '../play/player.ts';
import type { StepWorkspace } from './step-workspace.ts';
import type { WorkspaceSpec } from './workspace-spec.ts';

export class Checkouts {
  readonly #player: Player;
  readonly #contest: { readonly id: string; readonly record: ContestRecord };
  readonly #open = new Map<string, Promise<StepWorkspace>>();
  readonly #expected = new Set<string>();

  constructor(player: Player, contest: { readonly id: string; readonly record: ContestRecord }) {
    this.#player = player;
    this.#contest = contest;
  }

  enter(spec: WorkspaceSpec): Promise<StepWorkspace> {
    const known = this.#open.get(spec.key);
    if (known !== undefined) return known;
    this.#expect(spec);
    const making = this.#make(spec);
    this.#open.set(spec.key, making);
    // Whoever leaves waits for it: what is half made would be finished after everything was cleared away.
    this.#player.clearing.add(making.catch(() => undefined));
    return making;
  }

  /** Beside whatever else is done; where it cannot be, it is made when it is needed. */
  prepare(spec: WorkspaceSpec): void {
    // Who only tells makes nothing.
    if (this.#player.retells !== undefined || this.#contest.record.closed || this.#open.has(spec.key)) return;
    this.#expect(spec);
    const work = import('./step-workspace.ts').then(({ prepareWorkspace }) =>
      prepareWorkspace(this.#player, { contest: this.#contest.id, spec, run: 1, measures: true }),
    );
    this.#player.clearing.add(work.catch(() => undefined));
  }

  /** Somebody will run in it. */
  #expect({ key }: WorkspaceSpec): void {
    if (!this.#expected.has(key)) expectRuns(1);
    this.#expected.add(key);
  }

  async #make(spec: WorkspaceSpec): Promise<StepWorkspace> {
    const { runSetup } = await import('./attempt-workspace.ts');
    const { openWorkspace, SetupFailed } = await import('./step-workspace.ts');
    const { id: contest, record } = this.#contest;
    const run = 1;
    const setUp = (place: StepWorkspace, line: string) =>
      runSetup(this.#player, { contest, record, place, line, run });
    return await openWorkspace(this.#player, { contest, spec, run, measures: true, setUp }).catch(
      (error: unknown) => {
        if (!(error instanceof SetupFailed)) throw error;
        throw new JoustError(`the base cannot be measured: ${error.message}`, {
          code: 'config',
          hint: `Mend what it needs and go on with: joust resume ${contest}; or end it with: joust cancel ${contest}`,
          cause: error,
        });
      },
    );
  }

  /** The next who enters finds it made anew. */
  async renew({ key }: WorkspaceSpec): Promise<void> {
    const known = await this.#open.get(key);
    this.#open.delete(key);
    await known?.workspace.clear();
  }

  async leave(key: string): Promise<void> {
    const known = this.#open.get(key);
    this.#open.delete(key);
    if (known === undefined) return;
    const { clearAway } = await import('./step-workspace.ts');
    clearAway(await known);
  }
}
