// The form of one format: the task, where, who plays, who judges, what is usual to say, the budget, and the rest folded away.
import { type ReactNode, useId, useState } from 'react';
import type { DescribedFormat } from '../../../domain/settings/settings.ts';
import { visibleLine } from '../../../views/visible.ts';
import type { DoctorJson } from '../../../views/wire/doctor-json.ts';
import type { PoolJson } from '../../../views/wire/pool-json.ts';
import { goTo, hrefTo } from '../address.ts';
import { useAnswer } from '../data/answers.ts';
import type { Trouble } from '../data/source.ts';
import { TroubleCard, Waiting } from '../design/parts.tsx';
import { commandLine } from './command-line.ts';
import { FolderPicker } from './folder-picker.tsx';
import {
  type Field,
  type FieldValue,
  fieldNamed,
  formFields,
  isLaunched,
  labelOf,
  sentence,
} from './form-fields.ts';
import { type Draft, launchOf } from './launch-draft.ts';
import { LaunchPanel, useEstimate } from './launch-panel.tsx';
import { RosterPicker } from './roster-picker.tsx';
import { SettingField } from './setting-field.tsx';
import { SubjectPicker } from './subject-picker.tsx';
import { TaskPart } from './task-part.tsx';

interface FormProps {
  readonly format: DescribedFormat;
  readonly fields: readonly Field[];
  readonly formats: readonly DescribedFormat[];
  readonly draft: Draft;
  readonly onChange: (changes: Partial<Draft>) => void;
  readonly onClear: () => void;
  readonly onStarted: () => void;
}

export function LaunchForm(props: FormProps) {
  const { format, fields, draft, onStarted } = props;
  const { request, problems } = launchOf(draft, format, fields);
  const missing = whatIsMissing(format, { request, problems });
  const estimated = useEstimate(missing === undefined ? request : undefined);
  const [refused, setRefused] = useState<Trouble>();
  const trouble = refused ?? estimated.trouble;
  const named = fieldNamed(trouble?.setting, fields);
  const all = {
    ...problems,
    ...(named !== undefined && trouble !== undefined && { [named]: trouble.message }),
  };
  return (
    <div className="launch">
      <div className="stack launch-form">
        <FormHead {...props} />
        <TaskSections {...props} problems={all} />
        <WhoSections {...props} problems={all} />
        <PoolPart {...props} />
        <SettingSections {...props} problems={all} />
      </div>
      <LaunchPanel
        request={request}
        missing={missing}
        estimated={estimated}
        onStarted={onStarted}
        line={commandLine({ format, fields, request })}
        onTrouble={setRefused}
      />
    </div>
  );
}

/** In one sentence, or nothing. */
function whatIsMissing({ takes }: DescribedFormat, { request, problems }: ReturnType<typeof launchOf>) {
  const [wrong] = Object.keys(problems);
  if (wrong !== undefined) return `Look at ${labelOf(wrong)}: ${problems[wrong]}`;
  const { prompt, files = [], attachments = [] } = request;
  const isBlank = prompt === undefined && files.length + attachments.length === 0;
  return takes === 'prompt' && isBlank ? 'Write a prompt first.' : undefined;
}

function FormHead({ format, formats, onClear }: FormProps) {
  const id = useId();
  return (
    <header className="stack tight">
      <div className="row spread">
        <h1>New {format.name}</h1>
        <div className="row">
          <label htmlFor={id} className="unseen">
            Format
          </label>
          <select
            id={id}
            className="format-select"
            value={format.name}
            onChange={({ target }) => goTo(hrefTo(['new'], { format: target.value }))}
          >
            {formats.filter(isLaunched).map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <a className="button" href={hrefTo(['new'])}>
            All formats
          </a>
          <button type="button" className="button plain" onClick={onClear}>
            Clear
          </button>
        </div>
      </div>
      <p className="muted">{sentence(format.summary)}</p>
      {format.details !== undefined && (
        <details>
          <summary className="muted small">How it works</summary>
          <p className="muted">{format.details}</p>
        </details>
      )}
    </header>
  );
}

type PartProps = FormProps & { readonly problems: Readonly<Record<string, string>> };

function TaskSections({ format, fields, draft, onChange, problems }: PartProps) {
  const { takes, examples = [] } = format;
  const { taken } = formFields(fields, takes);
  return (
    <>
      {takes === 'prompt' && (
        <Part title="Task">
          <TaskPart
            draft={draft}
            onChange={onChange}
            example={exampleIn(examples)}
            problem={problems['prompt']}
          />
        </Part>
      )}
      {taken !== undefined && (
        <Part title="Task">
          <SettingField
            field={taken}
            value={draft.values[taken.name]}
            problem={problems[taken.name]}
            names=""
            onChange={(value) => onChange({ values: { ...draft.values, [taken.name]: value } })}
          />
        </Part>
      )}
      {typeof takes === 'object' && 'entries' in takes && (
        <Part title="About which contest">
          <SubjectPicker subject={draft.subject} onChange={(subject) => onChange({ subject })} />
        </Part>
      )}
      {!(typeof takes === 'object' && 'entries' in takes) && (
        <Part title="Folder" about="Contestants see what is in it.">
          <FolderPicker
            folder={draft.folder}
            problem={problems['folder']}
            onChange={(folder) => onChange({ folder })}
          />
        </Part>
      )}
    </>
  );
}

/** The words that an example of the help asks. */
function exampleIn(examples: readonly string[]): string | undefined {
  return examples.flatMap((example) => [...example.matchAll(/"([^"]{12,})"/g)].map(([, words]) => words))[0];
}

function WhoSections({ format, fields, draft, onChange, problems }: PartProps) {
  const { contestants, judges } = formFields(fields);
  const { folder, values } = draft;
  const project = folder === '' ? '' : `&cwd=${encodeURIComponent(folder)}`;
  const { data, trouble } = useAnswer<DoctorJson>(`/agents?past=true${project}`);
  const agents = data?.agents ?? [];
  const say = (changes: Draft['values']) => onChange({ values: { ...values, ...changes } });
  const num = fields.find(({ name }) => name === 'num');
  const chosen = listIn(values['contestant']);
  const count = format.contestants ?? Number(values['num'] || num?.builtIn || 1);
  if (contestants === undefined && judges === undefined) return null;
  return (
    <>
      {trouble !== undefined && <TroubleCard trouble={trouble} />}
      {contestants !== undefined && (
        <Part title="Contestants">
          {data === undefined && trouble === undefined && <Waiting />}
          <RosterPicker
            agents={agents}
            chosen={chosen}
            copies
            problem={problems['contestant']}
            label="Contestants"
            otherwise={`Nobody is chosen: ${count === 1 ? 'the first usable one plays' : `the first ${count} usable ones play`}.`}
            onChange={(specs) => say({ contestant: specs })}
          />
          {chosen.length === 0 && num !== undefined && (
            <SettingField
              field={num}
              value={values['num']}
              problem={problems['num']}
              names=""
              onChange={(value) => say({ num: value })}
            />
          )}
        </Part>
      )}
      {judges !== undefined && (
        <JudgePart judges={judges} agents={agents} values={values} problems={problems} say={say} />
      )}
      <datalist id="known-names">
        {agents.map(({ contestant }) => (
          <option key={contestant} value={contestant} />
        ))}
      </datalist>
    </>
  );
}

const listIn = (value: FieldValue | undefined): readonly string[] => (Array.isArray(value) ? value : []);

interface JudgeProps extends Pick<PartProps, 'problems'> {
  readonly judges: Field;
  readonly agents: DoctorJson['agents'];
  readonly values: Draft['values'];
  readonly say: (changes: Draft['values']) => void;
}

/** Where there are hosts, or somebody chose some before. */
function PoolPart({ draft: { pool }, onChange }: FormProps) {
  const id = useId();
  const { data } = useAnswer<PoolJson>('/pool');
  if (data?.isThere !== true && pool === '') return null;
  const here = (data?.hosts ?? []).filter(({ state }) => state === 'here');
  const labels = [
    ...new Set(['any', ...here.flatMap((host) => host.labels), ...(pool === '' ? [] : [pool])]),
  ];
  return (
    <Part title="Where it is played">
      <label htmlFor={id} className="unseen">
        Where it is played
      </label>
      <select id={id} value={pool} onChange={({ target }) => onChange({ pool: target.value })}>
        <option value="">on this machine</option>
        {labels.map((label) => (
          <option key={label} value={label}>
            {label === 'any' ? 'by any host of the pool' : `by hosts with the label ${visibleLine(label)}`}
          </option>
        ))}
      </select>
    </Part>
  );
}

/** Where a format can do without judges, they are asked for first. */
function JudgePart({ judges, agents, values, problems, say }: JudgeProps) {
  const said = values['judge'];
  const isOptional = judges.bare === true;
  const isOn = !isOptional || Array.isArray(said);
  return (
    <Part title="Judges" about="They see the entries shuffled and without names.">
      {isOptional && (
        <label className="row">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => say({ judge: target.checked ? [] : undefined })}
          />
          Blind judges count as well
        </label>
      )}
      {isOn && (
        <RosterPicker
          agents={agents}
          chosen={listIn(said)}
          copies={false}
          problem={problems['judge']}
          label="Judges"
          otherwise="Nobody is chosen: one of a family that does not play judges, else one of each family."
          onChange={(specs) => say({ judge: specs.length === 0 && !isOptional ? undefined : specs })}
        />
      )}
    </Part>
  );
}

function SettingSections({ format, fields, draft, onChange, problems }: PartProps) {
  const { usual, budget, more } = formFields(fields, format.takes);
  const { values } = draft;
  const list = (some: readonly Field[]) => (
    <div className="fields">
      {some.map((field) => (
        <SettingField
          key={field.name}
          field={field}
          value={values[field.name]}
          problem={problems[field.name]}
          names="known-names"
          onChange={(value) => onChange({ values: { ...values, [field.name]: value } })}
        />
      ))}
    </div>
  );
  const isSaid = more.some(({ name }) => values[name] !== undefined || problems[name] !== undefined);
  return (
    <>
      {usual.length > 0 && <Part title="Settings">{list(usual)}</Part>}
      {budget.length > 0 && (
        <Part title="Budget" about="What it may take at most, judges included. Blank is no limit.">
          {list(budget)}
        </Part>
      )}
      {more.length > 0 && (
        <details className="card more" open={isSaid || undefined}>
          <summary>
            <h2>More settings</h2>
            <span className="muted">{more.length}, all as usual where nothing is said</span>
          </summary>
          {list(more)}
        </details>
      )}
    </>
  );
}

interface PartTitle {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}

function Part({ title, about, children }: PartTitle) {
  const id = useId();
  return (
    <section className="card stack" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {about !== undefined && <p className="muted small">{about}</p>}
      </div>
      {children}
    </section>
  );
}
