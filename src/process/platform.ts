// What the machine offers: tools, a writable home, room on the disk.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { freeBytes } from './files/folder.ts';
import type { Machine } from './machine.ts';
import { runProbe } from './spawn/probe.ts';
import { findProgram } from './spawn/programs.ts';

export interface PlatformExam {
  readonly node: string;
  readonly platform: string;
  readonly tools: readonly ToolExam[];
  readonly home: { readonly path: string; readonly writable: boolean; readonly problem?: string };
  readonly freeBytes: number | undefined;
}

export interface ToolExam {
  readonly name: string;
  /** What joust uses it for. */
  readonly use: string;
  readonly path?: string;
  readonly version?: string;
}

const tools: readonly (Pick<ToolExam, 'name' | 'use'> & { readonly on?: NodeJS.Platform })[] = [
  { name: 'git', use: 'repositories and their changes' },
  { name: 'bwrap', use: '--sandbox os', on: 'linux' },
  { name: 'sandbox-exec', use: '--sandbox os', on: 'darwin' },
  { name: 'podman', use: '--sandbox container' },
  { name: 'docker', use: '--sandbox container' },
];

export async function examinePlatform(machine: Machine, home: string): Promise<PlatformExam> {
  const wanted = tools.filter(({ on }) => on === undefined || on === machine.platform);
  return {
    node: process.versions.node,
    platform: `${machine.platform} ${process.arch}`,
    tools: await Promise.all(wanted.map((tool) => examineTool(tool, machine))),
    home: { path: home, ...writable(home) },
    freeBytes: await freeBytes(home),
  };
}

async function examineTool(
  { name, use }: Pick<ToolExam, 'name' | 'use'>,
  machine: Machine,
): Promise<ToolExam> {
  const path = findProgram(name, { path: machine.env['PATH'], cwd: machine.cwd });
  if (path === undefined) return { name, use };
  const { output } = await runProbe([path, '--version'], {
    env: { PATH: machine.env['PATH'] ?? '' },
    timeoutMs: 5000,
  });
  const version = /\d+(?:\.\d+)+/.exec(output)?.[0];
  return { name, use, path, version };
}

function writable(home: string): { writable: boolean; problem?: string } {
  try {
    mkdirSync(home, { recursive: true, mode: 0o700 });
    accessSync(home, constants.W_OK);
    return { writable: true };
  } catch (error) {
    return { writable: false, problem: (error as Error).message };
  }
}
