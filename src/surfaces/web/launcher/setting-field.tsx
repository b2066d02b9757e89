// One setting as a field: what it is, what it does, what holds where nothing is said, and what is wrong with what was typed.
import { type ReactNode, useId } from 'react';
import { type Field, type FieldValue, isTyped, labelOf } from './form-fields.ts';

interface FieldProps {
  readonly field: Field;
  readonly value: FieldValue | undefined;
  readonly problem: string | undefined;
  readonly onChange: (value: FieldValue | undefined) => void;
  /** The id of a list of names that can be written. */
  readonly names: string;
}

export function SettingField({ field, value, problem, onChange, names }: FieldProps) {
  const id = useId();
  const { rule, name, help } = field;
  const said = value !== undefined && isTyped(field, value) ? value : undefined;
  const about = problem === undefined ? `${id}-help` : `${id}-help ${id}-problem`;
  if (rule.type === 'switch')
    return (
      <div className="field switch">
        <input
          id={id}
          type="checkbox"
          checked={said === true}
          aria-describedby={about}
          onChange={({ target }) => onChange(target.checked || undefined)}
        />
        <div>
          <label htmlFor={id}>{labelOf(name)}</label>
          <p id={`${id}-help`} className="muted small">
            {help}
          </p>
        </div>
      </div>
    );
  return (
    <FieldFrame id={id} label={labelOf(name)} help={help} problem={problem}>
      <Typed
        id={id}
        field={field}
        said={said}
        about={about}
        onChange={onChange}
        names={names}
        isWrong={problem !== undefined}
      />
    </FieldFrame>
  );
}

interface FrameProps {
  readonly id: string;
  readonly label: string;
  /** Where a title says it already. */
  readonly isUnseen?: true;
  readonly help?: string | undefined;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** `id-help` and `id-problem` describe what stands in it. */
export function FieldFrame({ id, label, isUnseen, help, problem, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id} className={isUnseen && 'unseen'}>
        {label}
      </label>
      {children}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="bad small" role="alert">
          {problem}
        </p>
      )}
      {help !== undefined && (
        <p id={`${id}-help`} className="muted small">
          {help}
        </p>
      )}
    </div>
  );
}

interface TypedProps extends Pick<FieldProps, 'field' | 'onChange' | 'names'> {
  readonly id: string;
  readonly said: FieldValue | undefined;
  readonly about: string;
  readonly isWrong: boolean;
}

function Typed({ id, field, said, about, isWrong, onChange, names }: TypedProps) {
  const { rule, value } = field;
  const common = { id, 'aria-describedby': about, 'aria-invalid': isWrong || undefined };
  const builtIn = field.builtIn === undefined ? undefined : String(field.builtIn);
  if (rule.type === 'content')
    return <ContentInput common={common} onChange={onChange} said={contentName(said)} />;
  const typed = Array.isArray(said) ? said.join('\n') : String(said ?? '');
  const change = ({ target }: { target: { value: string } }) => onChange(target.value || undefined);
  if (rule.type === 'word')
    return (
      <select {...common} value={typed} onChange={change}>
        <option value="">{builtIn === undefined ? 'as usual' : `${builtIn} (as usual)`}</option>
        {rule.words.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </select>
    );
  const isSeveral = rule.type === 'list' && rule.repeated === true;
  if (isSeveral || value?.startsWith('TEXT') === true) {
    const hint = isSeveral ? [value, 'one a line'].filter(Boolean).join(', ') : builtIn;
    return <textarea {...common} rows={2} value={typed} onChange={change} placeholder={hint} />;
  }
  return (
    <input
      {...common}
      type="text"
      inputMode={numbers.has(rule.type) ? 'decimal' : undefined}
      value={typed}
      onChange={change}
      placeholder={builtIn}
      list={field.complete === 'contestant' ? names : undefined}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

const numbers: ReadonlySet<string> = new Set(['count', 'amount', 'number']);

function contentName(said: FieldValue | undefined): string | undefined {
  return typeof said === 'object' && 'text' in said ? said.name : undefined;
}

interface ContentProps {
  readonly common: Readonly<Record<string, string | boolean | undefined>>;
  readonly said: string | undefined;
  readonly onChange: FieldProps['onChange'];
}

/** A file of this browser's machine: its text is sent. */
function ContentInput({ common, said, onChange }: ContentProps) {
  if (said !== undefined)
    return (
      <div className="row">
        <span className="mono">{said}</span>
        <button type="button" className="button small" onClick={() => onChange(undefined)}>
          Remove
        </button>
      </div>
    );
  return (
    <input
      {...common}
      type="file"
      onChange={async ({ target }) => {
        const [file] = target.files ?? [];
        if (file !== undefined) onChange({ name: file.name, text: await file.text() });
      }}
    />
  );
}
