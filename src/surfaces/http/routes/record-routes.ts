// Over all contests: who is how good, what people preferred, what it took, what oracles were asked, who plays in the pool; and the formats.
import { z } from 'zod';
import { preferenceSchema } from '../../../domain/events/verdict.ts';
import { JoustError } from '../../../domain/joust-error.ts';
import { contestSettings, describedFormats } from '../../../domain/settings/settings.ts';
import { oracleSchema, oracleSessions } from '../../../operations/overview/oracle-sessions.ts';
import { extensionsAt } from '../../../play/extensions/extended-config.ts';
import { poolToldNow } from '../../../pool/pool.ts';
import { knownPreferences } from '../../../record/known-preferences.ts';
import { poolSchema } from '../../../views/wire/pool-json.ts';
import { listed, type Route, route } from '../route.ts';

const loose = z.looseObject({});

export const recordRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/pool',
    summary: 'The hosts of the pool, what they play and what waits; none without a ledger in PostgreSQL',
    answer: poolSchema,
    run: async (_asked, { place }) => await poolToldNow(place.machine),
  }),
  route({
    method: 'get',
    path: '/preferences',
    summary: 'What people picked, newest first',
    query: z.strictObject({ tag: listed.optional() }),
    answer: z.object({
      preferences: z.array(
        preferenceSchema.extend({
          contest: z.string().optional().describe('where it was picked; absent: it was imported'),
        }),
      ),
    }),
    async run({ query: { tag = [] } }, { archive }) {
      const known = (await knownPreferences(archive)).map(({ preference, contest }) => ({
        ...preference,
        contest: contest === preference.id ? contest : undefined,
      }));
      return { preferences: known.filter(({ tags }) => tag.every((one) => tags.includes(one))) };
    },
  }),
  route({
    method: 'post',
    path: '/preferences/:id/forget',
    summary: 'From now on nothing shows or counts this preference',
    body: z.strictObject({}),
    answer: z.object({ id: z.string() }),
    async run({ params: { id = '' } }, { archive }) {
      const found = (await knownPreferences(archive)).find(({ preference }) => preference.id === id);
      if (found === undefined) throw new JoustError(`there is no preference ${id}`, { code: 'not-found' });
      await archive.forgetPreference(found.contest, id);
      return { id };
    },
  }),
  route({
    method: 'get',
    path: '/oracle',
    summary: 'Sessions of oracles with their meters, and what was asked and answered',
    answer: oracleSchema,
    run: async (_input, { archive }) => await oracleSessions(archive),
  }),
  route({
    method: 'get',
    path: '/formats',
    summary: 'The formats and what may be said to each: what a form is made of',
    query: z.strictObject({
      cwd: z.string().optional().describe("the folder whose project's config counts"),
    }),
    answer: z.object({ contest: z.array(loose), formats: z.array(loose) }),
    async run({ query: { cwd } }, { place: { machine } }) {
      await extensionsAt(machine, cwd ?? machine.cwd);
      return plainFormats();
    },
  }),
];

/** Shapes as the text of a regular expression. */
function plainFormats(): unknown {
  return JSON.parse(
    JSON.stringify({ contest: contestSettings, formats: describedFormats }, (_name, value) =>
      value instanceof RegExp ? value.source : value,
    ),
  );
}
