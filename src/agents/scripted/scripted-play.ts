// Plays a script as a real process: the same streams, exits and bad manners as a CLI.

import type { CallIo } from '../../domain/process-plan.ts';
import { nearest } from '../../domain/settings/nearest.ts';
import { nestedTooDeep, parseTrouble } from '../../domain/settings/parse-trouble.ts';
import type { CallLine } from '../call-protocol.ts';
import { builtInScripts, checkedScript, type Script, type ScriptStep } from './script.ts';

export interface ScriptedInput {
  readonly prompt: string;
  /** The name of a built-in script or the path of a file. */
  readonly script: string;
  /** Who plays it, for a script whose files differ by that. */
  readonly player?: string;
}

interface Stage {
  readonly io: CallIo;
  readonly script: Script;
  readonly prompt: string;
  readonly player: string;
  words: number;
  usageGiven: boolean;
}

const defaultRate = 60;

export async function playScript(io: CallIo): Promise<void> {
  const { prompt, script: name, player = '' } = JSON.parse(io.input) as ScriptedInput;
  const script = await loadScript(io, name).catch((error: Error) => {
    const why = parseTrouble(error) === nestedTooDeep ? nestedTooDeep : error.message;
    write(io, { type: 'failed', message: `the script ${name} cannot be played: ${why}` });
  });
  if (script === undefined) return;
  const stage: Stage = { io, script, prompt, player, words: 0, usageGiven: false };
  write(io, { type: 'about', model: script.model ?? 'simulated' });
  try {
    for (const step of script.steps) if (!(await playStep(stage, step))) return;
    closeUsage(stage);
    write(io, { type: 'done' });
  } catch (error) {
    if (!io.signal.aborted) throw error;
    io.exit(143);
  }
}

async function loadScript(io: CallIo, name: string): Promise<Script> {
  const builtIn = Object.hasOwn(builtInScripts, name) ? builtInScripts[name] : undefined;
  if (builtIn !== undefined) return builtIn;
  const near = nearest(name, Object.keys(builtInScripts));
  const meant = near === undefined ? '' : `; did you mean ${near}?`;
  const text = await io.readFile(name).catch((error: Error) => {
    throw new Error(`${error.message}${meant}`);
  });
  const data: unknown = /^\s*[{[]/.test(text) ? JSON.parse(text) : (await import('yaml')).parse(text);
  return checkedScript(data);
}

/** False: the process is done, in whatever way the script wanted. */
async function playStep(stage: Stage, step: ScriptStep): Promise<boolean> {
  const { io } = stage;
  if ('say' in step) await speak(stage, step.say, { type: 'text', ...rateOf(step) });
  else if ('think' in step) await speak(stage, step.think, { type: 'thought', ...rateOf(step) });
  else if ('judge' in step) await speak(stage, simulatedVerdict(stage.prompt, step.judge), { type: 'text' });
  else if ('wait' in step) await io.wait(step.wait);
  else if ('edit' in step)
    for (const path of outputsOf(stage, step.edit))
      await edit(stage, path, () => io.writeFile(path, filled(stage, step.content)));
  else if ('append' in step)
    await edit(stage, step.append, () => io.writeFile(step.append, filled(stage, step.content), 'append'));
  else if ('run' in step) await runCommand(stage, step.run);
  else if ('usage' in step) giveUsage(stage, step.usage);
  else if ('notice' in step) write(io, { type: 'notice', kind: step.kind ?? 'warning', text: step.notice });
  else if ('daemon' in step) io.daemonize(step.daemon);
  else if ('ignoreTerm' in step) io.ignoreSignals();
  else return await playEnd(stage, step);
  return true;
}

async function playEnd({ io }: Stage, step: ScriptStep): Promise<boolean> {
  if ('raw' in step) await io.writeRaw(step.raw);
  if ('flood' in step) await flood(io, step.flood);
  if ('raw' in step || 'flood' in step) return true;
  if ('fail' in step) {
    const { fail: message, ...more } = step;
    write(io, { type: 'failed', message, ...more } as CallLine);
  }
  if ('quota' in step) await io.writeRaw(`${step.quota}\n`);
  // A timer that never fires within a limit keeps the process alive, as a hanging CLI does.
  if ('hang' in step) await io.wait(2 ** 31 - 1);
  if ('exit' in step) io.exit(step.exit);
  return false;
}

function rateOf(step: { rate?: number | undefined }): { rate?: number } {
  return step.rate === undefined ? {} : { rate: step.rate };
}

async function speak(
  stage: Stage,
  text: string,
  how: { type: 'text' | 'thought'; rate?: number },
): Promise<void> {
  const firstLine = stage.prompt.split('\n')[0] ?? '';
  const rate = how.rate ?? stage.script.rate ?? defaultRate;
  for (const word of text.replaceAll('{prompt}', firstLine).match(/\s*\S+|\s+$/g) ?? []) {
    write(stage.io, { type: how.type, delta: word });
    stage.words += 1;
    await stage.io.wait(1000 / rate);
  }
}

async function edit({ io }: Stage, path: string, write_: () => Promise<void>): Promise<void> {
  await write_();
  write(io, { type: 'tool', name: 'edit', detail: path, writes: [path] });
}

const topics = ['scope', 'order of work', 'risks', 'cost', 'names', 'tests', 'limits', 'what to leave out'];

/** `{outputs}`: what the prompt of a brief says it needs. */
function outputsOf({ prompt }: Stage, path: string): readonly string[] {
  if (path !== '{outputs}') return [path];
  const asked = /It needs (out\/.+), each with something in it\./.exec(prompt)?.[1];
  return asked?.split(', ') ?? ['out/RESULT.md'];
}

/** The same for the same player and round, and nothing that tells who it is. */
function filled({ player, prompt }: Stage, content: string): string {
  if (!content.includes('{points}')) return content;
  let seed = 0x811c9dc5;
  const round = /This is round (\d+)/.exec(prompt)?.[1] ?? '';
  for (const char of `${player}${round}`)
    seed = Math.imul(seed ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const points = Array.from({ length: 2 + (seed % 7) }, (_, at) => {
    const topic = topics[(seed + at * 3) % topics.length] ?? '';
    return `${at + 1}. On ${topic}: take way ${((seed >>> (at * 3)) % 9) + 1} first, and measure before the next.`;
  });
  return content.replaceAll('{points}', points.join('\n'));
}

async function runCommand({ io }: Stage, command: string): Promise<void> {
  const { code } = await io.shell(command);
  write(io, { type: 'tool', name: 'run', detail: `${command} (exit ${code})` });
}

function giveUsage(
  stage: Stage,
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined },
): void {
  stage.usageGiven = true;
  write(stage.io, { type: 'usage', usage } as CallLine);
}

/** Unless the script says otherwise, words are tokens: simulated, but in the right places. */
function closeUsage(stage: Stage): void {
  if (stage.usageGiven || stage.script.usage === false) return;
  const inputTokens = stage.prompt.split(/\s+/).filter(Boolean).length;
  giveUsage(stage, { inputTokens, outputTokens: stage.words });
}

async function flood(io: CallIo, megabytes: number): Promise<void> {
  const block = `${'flood '.repeat(20)}\n`.repeat(Math.ceil((1024 * 1024) / 121)).slice(0, 1024 * 1024);
  for (let written = 0; written < megabytes; written += 1) {
    io.signal.throwIfAborted();
    await io.writeRaw(block);
  }
  await io.writeRaw('\n');
}

function write(io: CallIo, line: CallLine): void {
  io.writeLine(line);
}

/**
 * `first`, `second`, `longer`, `shorter`, `tie`, `contains TEXT`: whichever entry that is. Where scores are asked for, that one
 * gets the most, or every entry the number that is named. `reply TEXT` answers as it stands, with the nonce for `{nonce}`.
 */
export function simulatedVerdict(prompt: string, rule: string): string {
  const entries = [...prompt.matchAll(/<<<ENTRY (\S+) (\S+)\n([\s\S]*?)\nENTRY \1 \2>>>/g)].map(
    ([, label = '', , text = '']) => ({ label, text }),
  );
  const nonce = [...prompt.matchAll(/"nonce": "(\w+)"/g)].at(-1)?.[1] ?? '';
  if (rule.startsWith('reply ')) return rule.slice('reply '.length).replaceAll('{nonce}', nonce);
  const [only] = entries;
  if (nonce === '' && only !== undefined && entries.length === 1) return simulatedCard(only);
  const reason = `simulated: ${rule}`;
  const scale = [...prompt.matchAll(/^- (.+): (-?[\d.]+) to (-?[\d.]+)(?:\.|$)/gm)];
  if (/"scores": \{"[A-Z]\d*": \{/.test(prompt)) return simulatedSheet(entries, { rule, nonce, scale });
  if (prompt.includes('"scores": {'))
    return JSON.stringify({ nonce, scores: marks(lengthShare(entries[0]?.text ?? ''), scale), reason });
  const choice = chosen(entries, rule)?.label ?? 'tie';
  return JSON.stringify({ nonce, choice, reason });
}

/** A digest card of one entry. */
function simulatedCard({ text }: LabelledText): string {
  const words = text.split(/\s+/);
  const [claim = ''] = /^.*?[.!?](?=\s|$)/s.exec(text) ?? [words.slice(0, 20).join(' ')];
  return `Claim: ${claim}\nLength: ${words.length} words. A script wrote this card.`;
}

interface SheetRule {
  readonly rule: string;
  readonly nonce: string;
  readonly scale: readonly RegExpExecArray[];
}

function simulatedSheet(entries: readonly LabelledText[], { rule, nonce, scale }: SheetRule): string {
  const scores = Object.fromEntries(
    entries.map((entry) => [entry.label, marks(shareOf(entry, entries, rule), scale)]),
  );
  const decision = entries.length > 1 ? '\nDIVERGENCE: how much to say' : '';
  return `Scored by a script: ${rule}.${decision}\n${JSON.stringify({ nonce, scores })}`;
}

/** A part of the scale, or a number to be given as it is. */
function shareOf(
  entry: LabelledText,
  entries: readonly LabelledText[],
  rule: string,
): number | { readonly mark: number } {
  if (/^-?[\d.]+$/.test(rule)) return { mark: Number(rule) };
  if (rule.startsWith('contains ')) return entry.text.includes(rule.slice('contains '.length)) ? 1 : 0;
  if (rule === 'tie') return 0.5;
  if (rule === 'first' || rule === 'second') return chosen(entries, rule) === entry ? 1 : 0;
  const longest = Math.max(400, ...entries.map(({ text }) => text.length));
  const share = entry.text.length / longest;
  return rule === 'shorter' ? 1 - share : share;
}

/** Longer entries get more of each scale, up to all of it. */
function lengthShare(text: string): number {
  return Math.min(1, text.length / 400);
}

function marks(
  share: number | { readonly mark: number },
  scale: readonly RegExpExecArray[],
): Record<string, number> {
  return Object.fromEntries(
    scale.map(([, name = '', min, max]) => [
      name,
      typeof share === 'number' ? Math.round(Number(min) + share * (Number(max) - Number(min))) : share.mark,
    ]),
  );
}

interface LabelledText {
  readonly label: string;
  readonly text: string;
}

function chosen(entries: readonly LabelledText[], rule: string): LabelledText | undefined {
  const byLength = [...entries].sort((a, b) => a.text.length - b.text.length);
  const [shortest, longest] = [byLength[0], byLength.at(-1)];
  switch (rule) {
    case 'first':
      return entries[0];
    case 'second':
      return entries[1];
    case 'longer':
      return longest?.text.length === shortest?.text.length ? undefined : longest;
    case 'shorter':
      return longest?.text.length === shortest?.text.length ? undefined : shortest;
    default: {
      const wanted = rule.replace(/^contains /, '');
      const holding = entries.filter(({ text }) => text.includes(wanted));
      return holding.length === 1 ? holding[0] : undefined;
    }
  }
}
