// Keeps what a real CLI printed as a fixture, without anything that belongs to this machine. On with JOUST_RECORD=1.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Driven } from './drive.ts';
import { cacheFolder } from './packages.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'transcripts');

export function record(name: string, { stdout, stderr, process: end }: Driven): void {
  if (process.env['JOUST_RECORD'] !== '1') return;
  writeFileSync(join(folder, `${name}.jsonl`), scrub(stdout));
  if (stderr.length > 0) writeFileSync(join(folder, `${name}.stderr`), scrub(stderr));
  const { cause, code } = end;
  writeFileSync(join(folder, `${name}.end.json`), `${JSON.stringify({ cause, code })}\n`);
}

function scrub(lines: readonly string[]): string {
  const repository = join(import.meta.dirname, '..', '..');
  return lines
    .map((line) =>
      `${shorten(line)}\n`
        .replaceAll(`${cacheFolder}/home`, '/home/someone')
        .replaceAll(cacheFolder, '/opt/clis')
        .replaceAll(repository, '/repository')
        .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
        .replaceAll(/\/tmp\/[\w-]+-client-error/g, '/tmp/client-error'),
    )
    .join('');
}

/** What only lists the machine's commands, skills and plugins says nothing about the protocol. */
function shorten(line: string): string {
  if (!line.includes('"subtype":"init"')) return line;
  const found = JSON.parse(line) as Record<string, unknown>;
  const { slash_commands: _commands, skills: _skills, plugins: _plugins, agents: _agents, ...rest } = found;
  return JSON.stringify(rest);
}
