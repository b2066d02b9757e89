// The time, once a second, for what moves with it.
import { useEffect, useState } from 'react';

/** Stands still where nothing happens any more. */
export function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isMoving) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return now;
}
