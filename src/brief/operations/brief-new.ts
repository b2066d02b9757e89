// brief new: makes the folder of a brief from a template.
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { needed, setting } from '../../domain/settings/setting.ts';
import { operation } from '../../operations/operation.ts';
import { note, text } from '../../views/document.ts';
import { newBrief } from '../new-brief.ts';
import { folderAt } from './brief-request.ts';

/** The templates of the package. */
const templates = ['hello', 'code-review', 'design', 'proposal', 'spike', 'postmortem'] as const;

export const briefNew = operation({
  name: 'brief new',
  group: 'brief',
  summary: 'make the folder of a brief: its task, rubric, contestants and raw material',
  details:
    'Makes YYMMDD-NAME/ here, with BRIEF.md, JUDGE_BRIEF.md, brief.yaml and raw/. Without -c, brief.yaml gets the contestants that would play here.',
  examples: ['joust brief new landing-page --template design -c claude -c codex'],
  page: 'briefs',
  effect: 'record',
  words: ['name'],
  input: z.strictObject({
    name: needed(textRule, { value: 'NAME', help: 'the name of the brief', flag: false }),
    template: setting(textRule, {
      short: 't',
      value: 'NAME',
      help: `the template: ${templates.join(', ')} (default hello)`,
      complete: templates,
      builtIn: 'hello',
    }),
    contestant: setting(
      { ...textRule, type: 'list', repeated: true },
      {
        short: 'c',
        value: 'SPEC',
        help: 'a contestant: claude/opus, or name=agent (repeat for more)',
        complete: 'contestant',
        builtIn: [],
      },
    ),
    in: setting(textRule, {
      value: 'FOLDER',
      help: 'make it in this folder (default: here)',
      complete: 'folder',
      builtIn: '.',
    }),
  }),
  /** `folder`: its name. */
  output: z.strictObject({
    v: z.literal(1),
    folder: z.string(),
    template: z.string(),
    contestants: z.array(z.string()),
    notes: z.array(z.string()),
  }),
  async run({ name, template, contestant: contestants, in: place }, { machine }) {
    const here = { ...machine, cwd: folderAt(place, { machine }) };
    const made = await newBrief({ name, template, contestants }, here);
    return { v: 1 as const, ...made, contestants: [...made.contestants], notes: [...made.notes] };
  },
  document: ({ folder, contestants, notes }) => [
    note(...notes),
    text(
      `${folder}/ is made: ${contestants.join(', ')} would play.`,
      'Write the task into BRIEF.md and how to score it into JUDGE_BRIEF.md. Put what contestants need into raw/.',
    ),
  ],
});
