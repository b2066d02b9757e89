// What connections share: the tools that are offered and what they work with, loaded by the first who asks, and work under way.
import type { Machine } from '../../process/machine.ts';
import type { Call, Desk, Told, Tool } from './tool.ts';
import { refusal, toolError } from './tool-error.ts';
import { type Offer, offeredTools, whyNotOffered } from './tool-names.ts';

export interface RoomRequest extends Offer {
  readonly machine: Machine;
  /** Where contests are on record; absent: where the machine says. */
  readonly home?: string;
  /** Who calls, where whoever set it up says so: an agent, a family, or none. */
  readonly caller?: string | undefined;
  /** Nobody calls from the environment of this process. */
  readonly remote?: boolean;
  /** Told what is joust's own fault. */
  report(error: unknown): void;
}

export interface Room extends AsyncDisposable {
  enter(): Promise<Entered>;
  report(error: unknown): void;
}

export interface Entered {
  readonly tools: readonly Tool[];
  readonly desk: Desk;
  /** Never throws: what goes wrong is told. */
  call(name: string, input: unknown, caller: Caller): Promise<Called>;
}

export interface Caller extends Omit<Call, 'desk' | 'callers' | 'program'> {
  /** The folders its client works in, besides the one the server was started in. */
  readonly roots: readonly string[];
}

export interface Called extends Told {
  readonly isError: boolean;
}

export function openRoom(asked: RoomRequest): Room {
  // Names that are none are said at once.
  offeredTools(asked);
  const working = new Set<Promise<unknown>>();
  const loaded = async () => {
    const { allTools, openDesk, callersOf, loadBrought } = await import('./tools/all.ts');
    if (asked.tools?.includes('all') === true) await loadBrought(asked.machine).catch(asked.report);
    const offered = offeredTools(asked);
    const tools = (await allTools()).filter(({ name }) => offered.includes(name));
    const desk = openDesk(asked);
    const run = async (name: string, input: unknown, { roots, ...call }: Caller): Promise<Called> => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined)
        return { isError: true, ...refusal({ code: 'not-offered', message: whyNotOffered(name) }) };
      try {
        const callers = callersOf(asked, call.client);
        const program = { ...desk.leave, folders: [asked.machine.cwd, ...roots] };
        return {
          isError: false,
          ...(await tool.run(input, { ...call, desk, program, callers })),
        };
      } catch (error) {
        return { isError: true, ...toolError(error, asked.report) };
      }
    };
    const call: Entered['call'] = async (...args) => {
      const work = run(...args);
      working.add(work);
      return await work.finally(() => working.delete(work));
    };
    return { tools, desk, call };
  };
  let entered: ReturnType<typeof loaded> | undefined;
  return {
    report: asked.report,
    async enter() {
      entered ??= loaded();
      return await entered;
    },
    async [Symbol.asyncDispose]() {
      // What was cancelled is ended, also where nobody is there any more.
      await Promise.allSettled(working);
      await (await entered)?.desk[Symbol.asyncDispose]();
    },
  };
}
