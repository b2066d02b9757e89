// What can be done with a brief, as it is sent and as a command line says it.
import { shellWord } from '../../../views/next-steps.ts';

export type Deed = 'play' | 'judge' | 'refine' | 'merge' | 'consult';

/** What a form says; nothing where nothing was chosen. */
export interface DeedForm {
  /** Who plays. */
  readonly who?: readonly string[];
  readonly again?: boolean;
  readonly judges?: readonly string[];
  readonly oneAtATime?: boolean;
  readonly even?: boolean;
  readonly by?: readonly string[];
  readonly base?: string;
  readonly from?: readonly string[];
  readonly of?: string;
}

export function deedBody(deed: Deed, folder: string, form: DeedForm): object {
  const { who = [], again, judges = [], oneAtATime, even, by = [], base, from = [], of } = form;
  const some = <T>(name: string, list: readonly T[]) => (list.length === 0 ? {} : { [name]: list });
  switch (deed) {
    case 'play':
      return { folder, ...playing(who), ...(again === true && { again }) };
    case 'refine':
      return { folder, ...playing(who) };
    case 'judge':
      return {
        folder,
        ...some('judges', judges),
        ...(oneAtATime === true && { oneAtATime }),
        ...(even === true && { even }),
      };
    case 'merge':
      return { folder, ...(by[0] && { by: by[0] }), ...(base && { base }), ...some('from', from) };
    case 'consult':
      return { folder, ...(of && { of }), ...some('by', by) };
  }
}

function playing(who: readonly string[]): object {
  return who.length === 0 ? {} : { settings: { contestant: who } };
}

/** To be pasted into a terminal anywhere. */
export function deedCommand(deed: Deed, folder: string, form: DeedForm): string {
  const { who = [], again, judges = [], oneAtATime, even, by = [], base, from = [], of } = form;
  const each = (flag: string, list: readonly (string | undefined)[]) =>
    list.filter((word) => word !== undefined && word !== '').flatMap((word) => [flag, shellWord(word ?? '')]);
  const words = {
    play: [...each('-c', who), ...(again === true ? ['--again'] : [])],
    refine: each('-c', who),
    judge: [
      ...each('-j', judges),
      ...(oneAtATime === true ? ['--one-at-a-time'] : []),
      ...(even === true ? ['--even'] : []),
    ],
    merge: [...each('--by', by.slice(0, 1)), ...each('--base', [base]), ...each('--from', from)],
    consult: [...each('--of', [of]), ...each('--by', by)],
  }[deed];
  return ['joust', 'brief', deed, shellWord(folder), ...words].join(' ');
}
