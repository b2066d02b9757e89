// The words of a task: what was asked, within the instructions and the template of whoever asks.
import type { LoadedConfig } from '../../config/load.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { nearest } from '../../domain/settings/nearest.ts';
import type { Given } from '../../formats/format.ts';
import type { Subject } from '../../formats/scene.ts';
import type { ContestRequest } from '../open.ts';

type Task = Pick<ContestRequest, 'prompt' | 'own'>;

export function taskOf(
  asked: Pick<Task, 'own'> & { readonly prompt?: string },
  subject: Subject | undefined,
): Task {
  const { prompt = '', own } = subject === undefined ? asked : { ...subject.opened.task, ...subject };
  if (prompt.trim() !== '') return { prompt, own };
  throw new JoustError('there is no prompt', {
    code: 'usage',
    setting: 'prompt',
    hint: 'Give it as an argument (joust ask "..."), by a pipe, or as a file with -f.',
  });
}

/** The user's instructions and template around the user's own words; what came from elsewhere stays behind them. */
export function inYourWords(
  task: Task,
  { settings = {} }: { readonly settings?: Given },
  { values }: LoadedConfig,
): Task {
  const { system, template } = settings;
  if (system === undefined && template === undefined) return task;
  const { prompt, own = prompt.length } = task;
  const said =
    template === undefined ? prompt.slice(0, own) : filled(String(template), prompt.slice(0, own), values);
  const words = [system === undefined ? '' : String(system).trim(), said]
    .filter((part) => part !== '')
    .join('\n\n');
  return { prompt: `${words}${prompt.slice(own)}`, own: words.length };
}

function filled(name: string, said: string, { templates }: LoadedConfig['values']): string {
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (template !== undefined)
    return template.includes('{input}')
      ? template.replaceAll('{input}', () => said)
      : `${template.trim()}\n\n${said}`;
  const near = nearest(name, Object.keys(templates));
  const known = Object.keys(templates).join(', ');
  throw new JoustError(`there is no template "${name}"`, {
    code: 'usage',
    setting: 'template',
    hint:
      near !== undefined
        ? `Did you mean ${near}?`
        : `Templates stand in your config: [templates] with ${name} = "... {input}".${known === '' ? '' : ` There are: ${known}.`}`,
  });
}
