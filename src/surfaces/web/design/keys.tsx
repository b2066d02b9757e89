// Keys: what each page answers to, and the list of them that `?` opens.
import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface Key {
  readonly key: string;
  readonly does: string;
  run(): void;
}

const bound = new Set<{ readonly keys: readonly Key[] }>();
const listeners = new Set<() => void>();
let listed: readonly Key[] = [];

function changed(): void {
  listed = [...bound].flatMap(({ keys }) => keys);
  for (const tell of listeners) tell();
}

/** As long as what uses it is shown. What is typed into a field, or with ctrl, alt or meta, is no key. */
export function useKeys(keys: readonly Key[]): void {
  const last = useRef(keys);
  last.current = keys;
  const names = keys.map(({ key, does }) => `${key} ${does}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys as they are now, bound anew when their names change
  useEffect(() => {
    const own = { keys: last.current };
    bound.add(own);
    changed();
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isTyping(event)) return;
      const found = last.current.find(({ key }) => key === event.key);
      if (found === undefined) return;
      event.preventDefault();
      found.run();
    };
    addEventListener('keydown', hear);
    return () => {
      removeEventListener('keydown', hear);
      bound.delete(own);
      changed();
    };
  }, [names]);
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  if (target.matches('input')) return !target.matches('[type=checkbox], [type=radio], [type=button]');
  // A button is pressed by these.
  return (key === 'Enter' || key === ' ') && target.matches('button, a, summary');
}

export function KeyList() {
  const keys = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => listed,
  );
  return (
    <dl className="facts">
      {keys.map(({ key, does }) => (
        <div key={`${key} ${does}`} style={{ display: 'contents' }}>
          <dt>
            <kbd>{names[key] ?? key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}

const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};
