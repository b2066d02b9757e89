// What went wrong, as every tool says it: isError, with {error: {code, message, hint, detail}} and the same as text.
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import type { Told } from './tool.ts';

/** `report`: for what is nobody's mistake but joust's own; a stack goes there and never to the caller. */
export function toolError(error: unknown, report: (error: unknown) => void): Told {
  if (error instanceof JoustError) {
    const { code, message, hint, setting, detail } = error;
    return refusal({ code, message, hint, setting, detail });
  }
  if (error instanceof z.ZodError) return refusal({ code: 'usage', message: issueText(error) });
  report(error);
  return refusal({ code: 'internal', message: 'joust failed here; its standard error says why.' });
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly setting?: string | undefined;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

export function refusal(error: Refused): Told {
  const { code, message, hint } = error;
  return { structured: { error }, text: `${code}: ${message}${hint === undefined ? '' : `\n${hint}`}` };
}

function issueText({ issues }: z.ZodError): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ');
}
