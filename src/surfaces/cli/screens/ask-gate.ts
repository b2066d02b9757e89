// Questions to whoever sits at the terminal: those of a contest, and before something that cannot be undone.
import { createInterface } from 'node:readline/promises';
import type { GateAsked } from '../../../domain/event.ts';
import { saidChoice } from '../../../domain/events/blind-pick.ts';
import { JoustError } from '../../../domain/joust-error.ts';
import type { World } from '../../../play/create-player.ts';
import { visible } from '../../../views/visible.ts';
import type { CliWorld } from '../grammar/command.ts';
import type { Screen } from './screen.ts';

/** `--yes` agrees to what needs assent; any other question goes to the terminal, if there is one. */
export function gateAsker(
  { stdin, stderr, signal }: CliWorld,
  { yes, screen }: { yes: boolean; screen?: Screen },
): NonNullable<World['answer']> {
  return async (gate) => {
    const { question, choices } = gate;
    screen?.exhibit?.(gate);
    if (yes && choices.includes('yes')) return { answer: 'yes', by: 'flag' };
    if (!stdin.isTty || !stderr.isTty) return undefined;
    screen?.pause?.(true);
    try {
      const answer = await ask(visible(question), gate, signal);
      return answer === undefined ? undefined : { answer, by: 'terminal' };
    } finally {
      screen?.pause?.(false);
    }
  };
}

/** Until one of the choices is said; leaving answers nothing. */
async function ask(question: string, gate: GateAsked, signal: AbortSignal): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const left = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  // While a line is read these are keys to the terminal, and no signals.
  const sendOn = (name: NodeJS.Signals) => () => process.kill(process.pid, name);
  const quit = sendOn('SIGQUIT');
  const pressed = (_text: unknown, key?: { readonly sequence?: string }) =>
    key?.sequence === '\x1c' && quit();
  const close = () => lines.close();
  lines.on('SIGINT', sendOn('SIGINT'));
  process.stdin.on('keypress', pressed);
  signal.addEventListener('abort', close);
  try {
    for (;;) {
      const said = await Promise.race([lines.question(`${question} [${choicesText(gate)}] `), left]);
      if (said === undefined) return undefined;
      const meant = gate.words === undefined ? byBeginning(gate, said) : saidChoice(gate, said);
      if (meant !== undefined) return meant;
    }
  } finally {
    process.stdin.off('keypress', pressed);
    signal.removeEventListener('abort', close);
    lines.close();
  }
}

/** `y/N` wherever it is yes or no: an empty line is a no. */
function choicesText(gate: GateAsked): string {
  return isYesOrNo(gate) ? 'y/N' : gate.choices.join('/');
}

function isYesOrNo({ choices }: GateAsked): boolean {
  return choices.length === 2 && choices.includes('yes') && choices.includes('no');
}

/** Of one choice only. */
function byBeginning(gate: GateAsked, said: string): string | undefined {
  const { choices } = gate;
  const word = said.trim().toLowerCase();
  if (word === '' && isYesOrNo(gate)) return 'no';
  const meant = choices.filter((choice) => word !== '' && choice.toLowerCase().startsWith(word));
  return meant.length === 1 ? meant[0] : undefined;
}

/** Asks before an action that can't be undone. Without a terminal the user must have said --yes. */
export async function confirm(question: string, { stdin, stderr }: CliWorld): Promise<boolean> {
  if (!stdin.isTty || !stderr.isTty) {
    throw new JoustError('this needs your agreement, and there is no terminal to ask on', {
      code: 'usage',
      hint: 'Add --yes to go ahead without being asked.',
    });
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const left = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(`${question} [y/N] `), left]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
