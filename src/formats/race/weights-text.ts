// Weights to try on a race that was played, as people write them: `tests=0.5,diff=0`.
import type { Weights } from '../../domain/check-spec.ts';
import { JoustError } from '../../domain/joust-error.ts';

const signals = ['lint', 'readiness', 'tests', 'diff', 'judge'] as const satisfies readonly (keyof Weights)[];
const hint = `Write it as tests=0.5,diff=0; the signals are ${signals.join(', ')}, and a weight is a number from 0 on.`;

export function readWhatIf(text: string): Partial<Weights> {
  const weights: Partial<Weights> = {};
  for (const part of text.split(',').map((each) => each.trim())) {
    const equals = part.indexOf('=');
    if (equals === -1) throw refused(part === '' ? 'a weight is missing' : `"${part}" gives no weight`);
    const name = part.slice(0, equals).trim();
    const signal = signals.find((each) => each === name);
    if (signal === undefined) throw refused(`there is no signal "${name}"`);
    if (weights[signal] !== undefined) throw refused(`the weight of ${signal} is given twice`);
    weights[signal] = readWeight(signal, part.slice(equals + 1).trim());
  }
  return weights;
}

function readWeight(signal: string, text: string): number {
  if (/^-\d/.test(text)) throw refused(`the weight of ${signal} is negative: ${text}`);
  const weight = /^(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(weight)) throw refused(`the weight of ${signal} is not a number: "${text}"`);
  return weight;
}

function refused(what: string): JoustError {
  return new JoustError(what, { code: 'usage', hint });
}
