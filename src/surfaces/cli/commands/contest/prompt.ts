// The task's text: from the argument, standard input and files, added up and never one instead of another.
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { JoustError } from '../../../../domain/joust-error.ts';
import type { CliWorld } from '../../grammar/command.ts';

interface PromptSources {
  /** The argument; `-` is standard input. */
  readonly argument: string | undefined;
  /** Paths; `-` is standard input. */
  readonly files: readonly string[];
}

interface ReadPrompt {
  readonly prompt: string;
  /** How much of its beginning was typed: what comes by a pipe or from a file may be anybody's. */
  readonly own: number;
}

/** Standard input is read at most once, and only when it is asked for or nothing else holds the question. */
export async function readPrompt(
  { argument, files }: PromptSources,
  { stdin, machine }: CliWorld,
): Promise<ReadPrompt> {
  if (argument === '-' && files.includes('-')) {
    throw new JoustError('standard input cannot be the question and a file at once', {
      code: 'usage',
      hint: 'Give the question as an argument: joust ask -f - "what is this?"',
    });
  }
  const fromStdin = argument === '-' || (argument === undefined && !stdin.isTty && !files.includes('-'));
  const question = (fromStdin ? await stdin.read() : (argument ?? '')).trim();
  const parts = [question];
  for (const path of files)
    parts.push(fileBlock(path, path === '-' ? await stdin.read() : await readText(path, machine.cwd)));
  const prompt = parts.filter((part) => part !== '').join('\n\n');
  if (prompt !== '') return { prompt, own: fromStdin ? 0 : question.length };
  throw new JoustError('there is no prompt', {
    code: 'usage',
    hint: 'Give it as an argument (joust ask "..."), by a pipe, or as a file with -f.',
  });
}

export async function readText(path: string, cwd: string): Promise<string> {
  try {
    return await readWhole(createReadStream(resolve(cwd, path)), `the file ${path}`);
  } catch (cause) {
    if (cause instanceof JoustError) throw cause;
    throw new JoustError(`the file ${path} cannot be read: ${(cause as NodeJS.ErrnoException).code}`, {
      code: 'usage',
      hint: 'Check the path; it is relative to where you are.',
      cause,
    });
  }
}

function fileBlock(path: string, content: string): string {
  const name = path === '-' ? 'standard input' : path;
  return `--- begin of ${name} ---\n${content.trimEnd()}\n--- end of ${name} ---`;
}

/** No model takes as much by far; a device or an endless pipe must not fill the memory. */
const maxBytes = 256 * 1024 * 1024;

export async function readWhole(source: AsyncIterable<Buffer | string>, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    const chunk = Buffer.from(piece);
    if (chunk.includes(0)) throw unfit(`${name} is not text`, 'Only text can be part of a prompt.');
    bytes += chunk.length;
    if (bytes > maxBytes) throw unfit(`${name} is larger than 256 MiB`, 'Give the part that matters.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unfit(message: string, hint: string): JoustError {
  return new JoustError(message, { code: 'usage', hint });
}
