// joust brief lint: whether the parts of a brief say the same. What is found is told with its file and line.

import { agentIds } from '../agents/all.ts';
import type { BriefActor, BriefFile } from '../config/brief-file.ts';
import type { LoadedConfig } from '../config/load.ts';
import { rosterFrom } from '../config/roster-specs.ts';
import { JoustError } from '../domain/joust-error.ts';
import { nearest } from '../domain/settings/nearest.ts';
import { familyOf } from '../formats/families.ts';
import { extendedConfig } from '../play/extensions/extended-config.ts';
import type { Machine } from '../process/machine.ts';
import { briefFileName, passedOver, readBriefTexts } from './brief-folder.ts';
import { dimensionsIn, equalWeightsIn, names, sameName, scalesIn } from './rubric-words.ts';

export interface Finding {
  readonly file: string;
  readonly line: number;
  /** A warning is worth a look and may stay. */
  readonly kind: 'problem' | 'warning';
  readonly text: string;
}

interface Texts {
  readonly task: string;
  readonly judgeBrief?: string | undefined;
}

/** An error where it cannot be read at all. */
export async function lintBrief(folder: string, machine: Machine): Promise<readonly Finding[]> {
  const { file, task, judgeBrief, place } = readBriefTexts(folder);
  const config = await extendedConfig({ machine, cwd: place });
  const findings = [...lintTexts(file, { task, judgeBrief }), ...lintFamilies(file, config)];
  return findings.toSorted((a, b) => a.file.localeCompare(b.file, 'en') || a.line - b.line);
}

/** What can be told from the files alone. */
export function lintTexts(file: BriefFile, texts: Texts): readonly Finding[] {
  return [...lintRubric(file, texts), ...lintOutputs(file, texts)];
}

type Rubric = NonNullable<BriefFile['rubric']>;

function lintRubric(file: BriefFile, { task, judgeBrief }: Texts): readonly Finding[] {
  const { rubric } = file;
  if (rubric === undefined) {
    const said = judgeBrief === undefined ? [] : dimensionsIn(judgeBrief);
    return said
      .slice(0, 1)
      .map(({ name, line }) =>
        problem('JUDGE_BRIEF.md', line, `it names the dimension ${name}, and brief.yaml has no rubric`),
      );
  }
  const line = file.lineOf('rubric');
  const ofJudges =
    judgeBrief === undefined
      ? [problem(briefFileName, line, 'there is a rubric, and no JUDGE_BRIEF.md that explains it to judges')]
      : [...missingIn(file, rubric, judgeBrief), ...lintWords('JUDGE_BRIEF.md', judgeBrief, rubric)];
  return [...ofJudges, ...lintTask(rubric, task)];
}

/** Each dimension of the rubric is explained somewhere. */
function missingIn(file: BriefFile, { dimensions }: Rubric, judgeBrief: string): readonly Finding[] {
  return dimensions.flatMap(({ name, about }, at) =>
    about !== undefined || names(judgeBrief, name)
      ? []
      : [
          problem(
            briefFileName,
            file.lineOf('rubric', 'dimensions', at),
            `JUDGE_BRIEF.md does not say what the dimension ${name} is`,
          ),
        ],
  );
}

/** BRIEF.md need not say how it is scored; where it does, it says all of it. */
function lintTask(rubric: Rubric, task: string): readonly Finding[] {
  const [first] = dimensionsIn(task);
  const missing =
    first === undefined
      ? []
      : rubric.dimensions
          .filter(({ name }) => !names(task, name))
          .map(({ name }) =>
            problem('BRIEF.md', first.line, `it names dimensions of the rubric, but not ${name}`),
          );
  return [...missing, ...lintWords('BRIEF.md', task, rubric)];
}

function lintWords(file: string, text: string, { dimensions }: Rubric): readonly Finding[] {
  const total = dimensions.reduce((sum, { weight }) => sum + weight, 0);
  const known = dimensions.map(({ name }) => name);
  const ofNames = dimensionsIn(text).flatMap(({ name, line, weight }): Finding[] => {
    const own = dimensions.find((one) => sameName(one.name, name));
    if (own === undefined) {
      const near = nearest(name, known);
      const meant = near === undefined ? '' : `; ${near} is meant, perhaps`;
      return [problem(file, line, `it names the dimension ${name}, which the rubric does not have${meant}`)];
    }
    const percent = (own.weight / total) * 100;
    if (weight === undefined || Math.abs(weight - percent) < 0.51) return [];
    return [
      problem(file, line, `it gives ${name} ${weight} %, and the rubric ${Number(percent.toFixed(1))} %`),
    ];
  });
  const ofScales = scalesIn(text)
    .filter(({ min, max }) => !dimensions.some((one) => one.max === max && (min ?? one.min) === one.min))
    .map(({ words, line }) =>
      problem(file, line, `it says ${words}, and the scale of the rubric is ${scaleText(dimensions)}`),
    );
  const alike = equalWeightsIn(text);
  const differ = dimensions.some(({ weight }) => weight !== dimensions[0]?.weight);
  const ofWeights =
    alike !== undefined && differ
      ? [problem(file, alike, 'it says that all dimensions weigh the same, and in the rubric they do not')]
      : [];
  return [...ofNames, ...ofScales, ...ofWeights];
}

function scaleText(dimensions: Rubric['dimensions']): string {
  return [...new Set(dimensions.map(({ min, max }) => `${min} to ${max}`))].join(' or ');
}

/** Folders that sealing leaves out, wherever they are. */
const builtFolders: ReadonlySet<string> = new Set([
  ...passedOver,
  'dist',
  'build',
  'target',
  'venv',
  'coverage',
]);

function lintOutputs(file: BriefFile, { task }: Texts): readonly Finding[] {
  return file.required.flatMap((path): Finding[] => {
    const line = file.lineOf('outputs', 'required');
    const folder = path.split('/').find((part) => builtFolders.has(part));
    const isLog = /\.log$/i.test(path);
    return [
      ...(folder === undefined
        ? []
        : [
            problem(
              briefFileName,
              line,
              `the required output ${path} lies in ${folder}, which is a folder of tools and not handed in`,
            ),
          ]),
      ...(isLog
        ? [problem(briefFileName, line, `the required output ${path} is a log, which is not handed in`)]
        : []),
      ...(task.includes(path) || task.includes(path.split('/').at(-1) ?? path)
        ? []
        : [problem(briefFileName, line, `BRIEF.md does not ask for ${path}, which is required`)]),
    ];
  });
}

/** Whoever judges only its own family has nobody to be fair to. Simulated ones are of no family. */
function lintFamilies(file: BriefFile, config: LoadedConfig): readonly Finding[] {
  const { contestants, judges = [], consult } = file;
  const [playing, judging] = [membersOf(contestants, config), membersOf(judges, config)];
  const unknown = [playing, judging, membersOf(consult.reviewers ?? [], config)].flatMap(
    (each) => each.unknown,
  );
  const families = new Set(playing.known.map(({ family }) => family));
  if (unknown.length > 0 || families.size === 0 || judging.known.length === 0) return unknown;
  if (families.size === 1 && judging.known.some(({ family }) => families.has(family)))
    return judging.known
      .filter(({ family }) => families.has(family))
      .map(({ actor, family }) =>
        problem(
          briefFileName,
          actor.line,
          `the judge ${actor.name} is of the family ${family}, as all contestants are`,
        ),
      );
  if (judging.known.some(({ family }) => !families.has(family))) return [];
  const text = 'every judge is of a family that plays; one of another would be fairer';
  return [{ ...problem(briefFileName, file.lineOf('judges'), text), kind: 'warning' }];
}

interface Members {
  readonly known: readonly { readonly actor: BriefActor; readonly family: string }[];
  readonly unknown: readonly Finding[];
}

function membersOf(actors: readonly BriefActor[], config: LoadedConfig): Members {
  const known: { actor: BriefActor; family: string }[] = [];
  const unknown: Finding[] = [];
  for (const actor of actors) {
    const { name, spec, play, line } = actor;
    const cast = play === undefined ? {} : { [name]: play };
    try {
      for (const found of rosterFrom({ specs: [spec ?? name], config: { ...config, cast }, agentIds }))
        if (found.agent !== 'scripted') known.push({ actor, family: familyOf(found) });
    } catch (error) {
      if (!(error instanceof JoustError)) throw error;
      unknown.push(problem(briefFileName, line, error.message));
    }
  }
  return { known, unknown };
}

function problem(file: string, line: number, text: string): Finding {
  return { file, line, kind: 'problem', text };
}
