// How quickly an attempt writes just now: an estimate by its letters, written outside of React.
import { useEffect, useRef } from 'react';
import { tokens } from '../../../../views/units.ts';
import type { Piece } from '../../data/live/live-words.ts';
import { useFeed } from './contest-feed.ts';

const windowMs = 5000;
const catchUpMs = 300;
const lettersPerToken = 4;

export function LiveSpeed({ attempt }: { readonly attempt: string }) {
  const feed = useFeed();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (feed === undefined) return;
    let [all, firstAt] = [0, Number.POSITIVE_INFINITY];
    let heard: { readonly at: number; readonly letters: number }[] = [];
    const leave = feed.listen(attempt, {
      hear(pieces: readonly Piece[]) {
        const letters = pieces.reduce((sum, one) => sum + ('text' in one ? one.text.length : 0), 0);
        all += letters;
        const at = performance.now();
        firstAt = Math.min(firstAt, at);
        // What was said before somebody looked comes at once: it counts, but not as said just now.
        if (at - firstAt > catchUpMs) heard.push({ at, letters });
      },
      clear() {
        all = 0;
        heard = [];
      },
    });
    const timer = setInterval(() => {
      const now = performance.now();
      heard = heard.filter(({ at }) => now - at <= windowMs);
      const letters = heard.reduce((sum, one) => sum + one.letters, 0);
      const seconds = Math.min(windowMs, now - firstAt - catchUpMs) / 1000;
      const speed = seconds < 0.5 ? '' : ` · ${(letters / lettersPerToken / seconds).toFixed(0)} tok/s`;
      const said = all === 0 ? '' : `≈ ${tokens(Math.round(all / lettersPerToken))}${speed}`;
      if (place.current !== null && place.current.textContent !== said) place.current.textContent = said;
    }, 1000);
    return () => {
      leave();
      clearInterval(timer);
    };
  }, [feed, attempt]);
  return <span ref={place} title="Estimated by the letters that came" />;
}
