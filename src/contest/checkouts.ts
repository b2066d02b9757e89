// The private checkouts in which checks of this playing run, each made when the first check needs it.
import type { Player } from './player.ts';
import type { ContestRecord } from './record.ts';
import { runSetup } from './setup.ts';
import { leaveWorkplace, openWorkplace, type Workplace } from './workplace.ts';
import type { WorkspaceSpec } from './workspace-spec.ts';

export class Checkouts {
  readonly #player: Player;
  readonly #contest: { readonly id: string; readonly record: ContestRecord };
  readonly #open = new Map<string, Promise<Workplace>>();

  constructor(player: Player, contest: { readonly id: string; readonly record: ContestRecord }) {
    this.#player = player;
    this.#contest = contest;
  }

  enter(spec: WorkspaceSpec): Promise<Workplace> {
    const { id: contest, record } = this.#contest;
    const run = 1;
    const setUp = (place: Workplace, line: string) =>
      runSetup(this.#player, { contest, record, place, line, run });
    const known = this.#open.get(spec.key) ?? openWorkplace(this.#player, { contest, spec, run, setUp });
    this.#open.set(spec.key, known);
    return known;
  }

  async leave(key: string): Promise<void> {
    const known = this.#open.get(key);
    this.#open.delete(key);
    if (known !== undefined) this.#player.clearing.add(leaveWorkplace(await known));
  }
}
