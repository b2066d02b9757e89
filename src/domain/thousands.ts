// A whole number as people read it: 75,000. By hand, since the platform's formatter takes milliseconds to load.

export function thousands(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
