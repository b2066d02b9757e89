// A task folder of Harbor: instruction.md, task.toml, environment/ and tests/test.sh. Without a container: what a Dockerfile copies is laid out, what it runs is not.
import { lstatSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { bytesInside } from '../../process/files/read-inside.ts';
import { excerpt, visible } from '../config.ts';
import { isTomlTable, readToml, type TomlTable } from '../toml/toml.ts';
import { type Naming, readBeside, SourceError } from './read-beside.ts';
import type { TaskTable } from './suite-schema.ts';

/** What is laid out before and measured after a contestant played. */
export interface HarborTask {
  /** The folder of the task. */
  readonly folder: string;
  /** What its files call the folder that is worked in. */
  readonly workdir: string;
  /** Of environment/, to paths below the folder that is worked in; '' is all of it. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  readonly tests: readonly {
    readonly path: string;
    readonly content: Buffer;
    readonly executable: boolean;
  }[];
  /** Of its verifier. */
  readonly environment: Readonly<Record<string, string>>;
  /** What is not done here, in sentences. */
  readonly notes: readonly string[];
}

export function isHarbor(folder: string): boolean {
  return ['instruction.md', 'task.toml'].every(
    (name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true,
  );
}

/** `way`: the task's folder, below that of the suite. */
export function harborTask(
  way: string,
  place: Naming,
): { readonly entry: TaskTable; readonly harbor: HarborTask; readonly verbatim: true } {
  const instruction = readBeside(join(way, 'instruction.md'), place);
  const toml = readToml(
    readBeside(join(way, 'task.toml'), place),
    join(place.folder, way, 'task.toml'),
  ).table;
  const [agent, verifier, environment] = ['agent', 'verifier', 'environment'].map((key) =>
    tableAt(toml, key),
  );
  const docker = dockerOf(way, place);
  const tests = testsIn(way, place);
  const notes = [
    ...docker.notDone.map((what) => `its Dockerfile says ${what}, which is not done without a container`),
    ...(environment?.['docker_image'] === undefined
      ? []
      : ['its docker_image is not used: it is played on this machine']),
    ...Object.entries(tableAt(verifier ?? {}, 'env')).flatMap(([name, value]) =>
      isPlain(value) ? [] : [`the variable ${name} of its verifier is not taken over`],
    ),
  ];
  const { description } = tableAt(toml, 'task');
  return {
    verbatim: true,
    entry: {
      prompt: `${instruction.trim()}\n\n${workdirNote(docker.workdir)}`,
      format: 'race',
      settings: {
        noFoundChecks: true,
        ...seconds(agent, 'timeout'),
        ...seconds(verifier, 'checkTimeout'),
      },
      ...(typeof description === 'string' && description !== '' && { title: description.slice(0, 200) }),
    },
    harbor: {
      folder: join(place.folder, way),
      workdir: docker.workdir,
      copies: docker.copies,
      tests,
      environment: Object.fromEntries(
        Object.entries(tableAt(verifier ?? {}, 'env')).flatMap(([name, value]) =>
          isPlain(value) ? [[name, String(value)]] : [],
        ),
      ),
      notes: notes.map((note) => `${visible(way)}: ${note}.`),
    },
  };
}

function workdirNote(workdir: string): string {
  return `(This task was written for a container. There is none here: ${workdir} stands for the folder you work in. Write nothing outside of it.)`;
}

function seconds(table: TomlTable | undefined, setting: string): Readonly<Record<string, number>> {
  const said = table?.['timeout_sec'];
  return typeof said === 'number' && said > 0 ? { [setting]: said } : {};
}

function tableAt(table: TomlTable, key: string): TomlTable {
  const value = table[key];
  return value !== undefined && isTomlTable(value) ? value : {};
}

/** Harbor fills ${NAME} from the host's environment: that would hand out what nobody named here. */
function isPlain(value: unknown): boolean {
  return typeof value !== 'object' && !String(value).includes('${');
}

const maxFiles = 2000;
const maxFileBytes = 8 * 1024 * 1024;

function testsIn(way: string, { folder, line }: Naming): HarborTask['tests'] {
  const top = join(way, 'tests');
  const bad = (text: string) =>
    new SourceError({ line, text: `${visible(top)}: ${text}`, hint: 'See docs/suites.md.' });
  if (lstatSync(join(folder, top, 'test.sh'), { throwIfNoEntry: false })?.isFile() !== true)
    throw bad('there is no test.sh');
  const found = readdirSync(join(folder, top), { recursive: true, withFileTypes: true }).filter(
    (one) => !one.isDirectory(),
  );
  if (found.length > maxFiles) throw bad(`it has more than ${maxFiles} files`);
  return found
    .map((one) =>
      posix.join(
        ...join(one.parentPath, one.name)
          .slice(join(folder, top).length + 1)
          .split(/[\\/]/),
      ),
    )
    .sort()
    .map((path) => {
      const read = bytesInside(folder, join(top, path), maxFileBytes);
      if (!('content' in read)) throw bad(`${visible(path)} cannot be read: ${read.why}`);
      if (!/^[\w./ @+,=-]+$/.test(path)) throw bad(`the name ${visible(path)} cannot be used`);
      return { path, content: read.content, executable: (read.stat.mode & 0o111) !== 0 };
    });
}

interface Docker extends Pick<HarborTask, 'workdir' | 'copies'> {
  readonly notDone: readonly string[];
}

/** FROM, WORKDIR and COPY are understood; the rest is told. */
function dockerOf(way: string, place: Naming): Docker {
  const path = join(way, 'environment', 'Dockerfile');
  const isThere = lstatSync(join(place.folder, path), { throwIfNoEntry: false }) !== undefined;
  const text = isThere ? readBeside(path, place) : '';
  const lines = text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('#'));
  let current = '/';
  const copied: Copy[] = [];
  const notDone: string[] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    const kind = word.toUpperCase();
    const environment = join(place.folder, way, 'environment');
    const copies = /^(?:COPY|ADD)$/.test(kind) ? copiesOf(rest, current, environment) : [];
    if (kind === 'WORKDIR') current = posix.resolve(current, rest);
    else if (copies.length > 0) copied.push(...copies);
    else if (!quiet.has(kind)) notDone.push(`"${excerpt(line)}"`);
  }
  const workdir = current === '/' ? '/app' : current;
  const inside = copied.filter(({ to }) => to === workdir || to.startsWith(`${workdir}/`));
  const outside = copied.filter((one) => !inside.includes(one));
  return {
    workdir,
    copies: inside.map(({ from, to }) => ({ from, to: to.slice(workdir.length + 1) })),
    notDone: [
      ...notDone,
      ...outside.map(({ from, to }) => `"COPY ${visible(from)} ${visible(to)}", outside of ${workdir}`),
    ],
  };
}

interface Copy {
  readonly from: string;
  /** From the root. */
  readonly to: string;
}

/** A folder's content goes to where it is told, a file into a folder. Nothing comes back for other stages, addresses and lists. */
function copiesOf(rest: string, current: string, environment: string): readonly Copy[] {
  const said = rest
    .split(/\s+/)
    .filter((one) => one !== '' && !one.startsWith('--chown') && !one.startsWith('--chmod'));
  const target = said.at(-1) ?? '';
  if (said.length < 2 || said.some((one) => /^--|^\[|https?:|[*?]/.test(one))) return [];
  const to = posix.resolve(current, target);
  const isInto = said.length > 2 || /(?:\/|(?:^|\/)\.)$/.test(target);
  return said.slice(0, -1).map((path) => {
    const from = posix.normalize(path).replaceAll(/^\.?\/+|^\.$|\/$/g, '');
    const isFolder = lstatSync(join(environment, from), { throwIfNoEntry: false })?.isDirectory() === true;
    return { from, to: isInto && !isFolder ? posix.join(to, posix.basename(from)) : to };
  });
}

const quiet = new Set([
  'FROM',
  'LABEL',
  'CMD',
  'ENTRYPOINT',
  'EXPOSE',
  'MAINTAINER',
  'SHELL',
  'STOPSIGNAL',
  'HEALTHCHECK',
  'ARG',
]);
