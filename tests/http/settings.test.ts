// Every wrong setting of the launch form: the server names it, so the page shows the error beside its field.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contestSettings, describedFormats, type Setting } from '../../src/domain/settings/settings.ts';
import { fieldNamed, fieldsOf, isLaunched } from '../../src/surfaces/web/launcher/form-fields.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

let place: Project;
let served: Served;
const both = ['scripted/quick', 'scripted/quick'];

beforeAll(async () => {
  place = project();
  await place.joust(['ask', ...both.flatMap((one) => ['-c', one]), 'well?']);
  served = await serve(place);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

/** No rule allows it. */
const wrong = { no: 'value' };

/** It fits its rule, but there is no such contestant. */
const stranger = ({ rule }: Setting) => (rule.type === 'list' ? ['nobody-here'] : 'nobody-here');

describe.each(describedFormats.filter(isLaunched).map((format) => [format.name, format] as const))(
  '%s',
  (format, described) => {
    const fields = fieldsOf(described, contestSettings);
    const refused = async (settings: object) => {
      const asked = { format, prompt: 'well?', cwd: place.folder };
      const contestant = { contestant: described.contestants === 1 ? both.slice(1) : both };
      const { body } = await served.post('/estimate', { ...asked, settings: { ...contestant, ...settings } });
      return body.error;
    };

    it.each(fields.map((field) => [field.name]))('shows a wrong %s beside its field', async (name) => {
      const error = await refused({ [name]: wrong });
      expect(error).toMatchObject({ setting: name });
      expect(fieldNamed(error.setting, fields)).toBe(name);
    });

    const named = fields.filter(({ complete }) => complete === 'contestant');
    if (named.length > 0)
      it.each(named.map((field) => [field.name, field] as const))(
        'shows an unknown contestant beside %s',
        async (name, field) => {
          const error = await refused({ [name]: stranger(field) });
          expect(error, JSON.stringify(error)).toMatchObject({ setting: name });
        },
      );
  },
);

it.each([
  ['prompt', { format: 'ask' }],
  ['prompt', { format: 'ask', files: ['gone.txt'] }],
  ['folder', { format: 'ask', prompt: 'well?', cwd: '/gone' }],
  ['subject', { format: 'judge', subject: 'gone' }],
])('shows what is wrong with the %s beside it', async (part, asked) => {
  const settings = { contestant: asked.format === 'ask' ? both : undefined };
  const { body } = await served.post('/estimate', { cwd: place.folder, settings, ...asked });
  expect(fieldNamed(body.error.setting, [])).toBe(part);
});
