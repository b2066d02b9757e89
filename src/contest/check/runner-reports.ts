// Reports that test runners in a check leave of their own, outside of the workspace: what tells them to, and what is kept of it.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { plainInside } from '../../process/files/read-inside.ts';
import { testReportsModule } from '../../process/spawn/programs.ts';

type Environment = Readonly<Record<string, string>>;

/** What the environment has of its own for these stays. No other flag of Node is passed: a project's own Node may not know it. */
export function reportEnvironment(env: Environment, folder: string): Environment {
  const { NODE_OPTIONS: node = '', PYTEST_ADDOPTS: pytest = '' } = env;
  return {
    JOUST_TEST_REPORTS: folder,
    NODE_OPTIONS: `${node} --require "${testReportsModule.replaceAll(/["\\]/g, '\\$&')}"`.trim(),
    PYTEST_ADDOPTS: `${pytest} '--junitxml=${join(folder, 'pytest.xml').replaceAll("'", `'"'"'`)}'`.trim(),
  };
}

/** More of them, or longer ones, say nothing. */
const maxReports = 100;
const maxBytes = 32_000_000;

/** All of them, by name, as JSON; paths of the workspace are relative, so that two workspaces can be compared. Undefined: none. */
export function readReports(folder: string, tree: string): string | undefined {
  const names = namesIn(folder);
  if (names.length === 0 || names.length > maxReports) return undefined;
  const reports: { name: string; text: string }[] = [];
  let left = maxBytes;
  for (const name of names) {
    const read = plainInside(folder, name, left);
    if ('why' in read) return undefined;
    left -= read.content.length;
    reports.push({ name, text: withoutTree(read.content.toString('utf8'), tree) });
  }
  return JSON.stringify(reports);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function withoutTree(text: string, tree: string): string {
  // What ran there may have taken it away.
  const tops = new Set([...(existsSync(tree) ? [realpathSync(tree)] : []), tree]);
  return [...tops].reduce((short, top) => short.replaceAll(`${top}/`, ''), text);
}
