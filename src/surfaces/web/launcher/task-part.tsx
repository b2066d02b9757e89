// The task itself: words that grow, files from this browser's machine by drop and picker, and paths on the server's.
import { useId, useRef, useState } from 'react';
import type { Content } from '../../../domain/settings/setting.ts';
import type { Draft } from './launch-draft.ts';
import { FieldFrame } from './setting-field.tsx';

/** What one request may hold with some room to spare. */
const mostCharacters = 2_000_000;

interface TaskProps {
  readonly draft: Draft;
  readonly example: string | undefined;
  readonly problem: string | undefined;
  readonly onChange: (changes: Partial<Draft>) => void;
}

export function TaskPart({ draft, example, problem, onChange }: TaskProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [refused, setRefused] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const { prompt, attachments } = draft;
  const attach = async (files: readonly File[]) => {
    const { taken, refused: why } = await readFiles(files, attachments);
    setRefused(why);
    onChange({ attachments: taken });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button beside it does the same
    <div
      className={isOver ? 'stack tight drop over' : 'stack tight drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={async (event) => {
        event.preventDefault();
        setIsOver(false);
        await attach([...event.dataTransfer.files]);
      }}
    >
      <FieldFrame id={id} label="Prompt" isUnseen problem={problem}>
        <textarea
          id={id}
          className="prompt"
          rows={4}
          value={prompt}
          placeholder={example}
          aria-invalid={problem !== undefined || undefined}
          onChange={({ target }) => onChange({ prompt: target.value })}
        />
      </FieldFrame>
      <div className="row">
        <button type="button" className="button small" onClick={() => picker.current?.click()}>
          Attach files
        </button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={async ({ target }) => {
            await attach([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <span className="muted small">or drop them here</span>
        {attachments.map(({ name }) => (
          <span key={name} className="chip">
            <span className="mono oneline">{name}</span>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onChange({ attachments: attachments.filter((one) => one.name !== name) })}
            >
              ×
            </button>
          </span>
        ))}
      </div>
      {refused !== undefined && (
        <p className="bad small" role="alert">
          {refused}
        </p>
      )}
      <PathsField draft={draft} onChange={onChange} />
    </div>
  );
}

function PathsField({ draft: { files }, onChange }: Pick<TaskProps, 'draft' | 'onChange'>) {
  const id = useId();
  return (
    <details open={files !== ''}>
      <summary className="muted small">Add files of the folder by path</summary>
      <FieldFrame
        id={id}
        label="Paths"
        help="Files, folders and patterns, one a line: src/client.ts, docs, 'src/*.ts'."
      >
        <textarea
          id={id}
          className="mono"
          rows={2}
          value={files}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => onChange({ files: target.value })}
        />
      </FieldFrame>
    </details>
  );
}

/** Of the same name, the last one counts. */
async function readFiles(files: readonly File[], known: readonly Content[]) {
  const taken = new Map(known.map((one) => [one.name, one]));
  const refused: string[] = [];
  for (const file of files) {
    const text = file.size > mostCharacters ? undefined : await file.text();
    if (text === undefined) refused.push(`${file.name} is too large to send: give its path instead.`);
    else if (text.includes('\0')) refused.push(`${file.name} is no text.`);
    else taken.set(file.name, { name: file.name, text });
  }
  return { taken: [...taken.values()], refused: refused.length === 0 ? undefined : refused.join(' ') };
}
