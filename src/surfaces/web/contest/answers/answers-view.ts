// How answers are shown: chosen once and remembered in this browser, and in the address of whoever shares it.
import { replaceHash, useRoute, withQuery } from '../../address.ts';
import { keepText, keptText } from '../../design/theme.ts';

const layouts = ['grid', 'tabs', 'focus'] as const;
export type Layout = (typeof layouts)[number];

/** What an attempt says besides its answer. */
const kinds = ['thought', 'tool', 'notice'] as const;
export type Hidable = 'text' | (typeof kinds)[number];

const words = { view: 'grid', density: 'roomy', hide: '', look: 'rendered', only: '', roles: '' };
type Words = typeof words;

export interface AnswersView {
  readonly layout: Layout;
  readonly isDense: boolean;
  readonly hidden: ReadonlySet<Hidable>;
  readonly isPlain: boolean;
  readonly onlyDifferences: boolean;
  readonly withRoles: boolean;
  /** Whose answer is looked at. */
  readonly who: string | undefined;
  change(changes: Partial<Words & { who: string }>): void;
  toggle(kind: Hidable): void;
}

const place = 'joust.answers';

export function useAnswersView(): AnswersView {
  const route = useRoute();
  const said: Words = { ...words, ...remembered(), ...route.query };
  const hidden = new Set(said.hide.split('.').filter((one): one is Hidable => one !== ''));
  const change: AnswersView['change'] = (changes) => {
    const { who: _who, ...kept } = changes;
    // What is only about this contest is not for the next one.
    const { only: _only, ...lasting } = { ...remembered(), ...kept };
    keepText(place, JSON.stringify(lasting));
    replaceHash(withQuery(route, changes));
  };
  return {
    layout: layouts.find((one) => one === said.view) ?? 'grid',
    isDense: said.density === 'compact',
    hidden,
    isPlain: said.look === 'written',
    onlyDifferences: said.only === 'differences',
    withRoles: said.roles === 'shown',
    who: route.query['who'],
    change,
    toggle(kind) {
      const next = hidden.has(kind) ? [...hidden].filter((one) => one !== kind) : [...hidden, kind];
      change({ hide: next.join('.') });
    },
  };
}

function remembered(): Partial<Words> {
  try {
    const kept: unknown = JSON.parse(keptText(place) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter(([name, value]) => name in words && typeof value === 'string'),
    );
  } catch {
    return {};
  }
}
