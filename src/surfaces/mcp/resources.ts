// Contests as resources: whole answers, changes and reports, for whoever wants more than a tool tells at once.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { JoustError } from '../../domain/joust-error.ts';
import { contestFiles } from '../../operations/export/contest-files.ts';
import { contestAnswers } from '../../operations/show/contest-answers.ts';
import { listContests } from '../../record/list-contests.ts';
import { safeJson, visible } from '../../views/visible.ts';
import { contestCard } from '../../views/wire/contest-json.ts';
import { contestUri, toldContest } from './told-contest.ts';
import type { Desk } from './tool.ts';

const places = {
  '': ['contest', 'how it stands and what it came to', 'text/markdown'],
  '/answers/{contestant}': ['answer', 'all that a contestant answered', 'text/plain'],
  '/diff/{contestant}': ['diff', 'what a contestant changed, as a patch', 'text/x-diff'],
  '/report': ['report', 'everything, to read', 'text/markdown'],
  '/result': ['result', 'what it came to, as values', 'application/json'],
} as const;

export const resourceTemplates = Object.entries(places).map(([path, [name, description, mimeType]]) => ({
  uriTemplate: `joust://contests/{id}${path}`,
  name,
  description,
  mimeType,
}));

const mostListed = 20;

/** Clients ask for this as they start: where nothing is on record, nothing is made. */
export async function latestResources(desk: Desk) {
  if (!existsSync(join(desk.place.home, 'ledger.db'))) return [];
  const found: { uri: string; name: string; title: string; mimeType: string }[] = [];
  for await (const one of listContests(desk.archive(), { limit: mostListed })) {
    const { id, format = 'contest', status, question = '' } = contestCard(one);
    const title = visible(`${format}, ${status.text}: ${question}`);
    found.push({ uri: contestUri(id), name: `${format} ${id}`, title, mimeType: 'text/markdown' });
  }
  return found;
}

export async function readResource(uri: string, desk: Desk, report: (error: unknown) => void) {
  const { mimeType, text } = await contentOf(uri, desk).catch((error) => {
    throw asProtocolError(uri, error, report);
  });
  // JSON is without them already, and without loss.
  return { uri, mimeType, text: mimeType === 'application/json' ? text : visible(text) };
}

/** A resource has no other way to say what is wrong; a stack goes to the report and never to the caller. */
function asProtocolError(uri: string, error: unknown, report: (error: unknown) => void): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (error instanceof URIError) return new ResourceNotFoundError(uri);
  if (error instanceof JoustError)
    return error.code === 'not-found'
      ? new ResourceNotFoundError(uri, error.message)
      : new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  report(error);
  return new ProtocolError(
    ProtocolErrorCode.InternalError,
    'joust failed here; its standard error says why.',
  );
}

async function contentOf(
  uri: string,
  desk: Desk,
): Promise<{ readonly mimeType: string; readonly text: string }> {
  const [id = '', what = '', name] = pathOf(uri);
  const mimeType = (place: keyof typeof places) => places[place][2];
  const { archive, place } = desk;
  const answers = await contestAnswers(archive(), { ...place, audience: 'model' }, id);
  if (what === '') return { mimeType: mimeType(''), text: (await toldContest(answers.id, desk)).text };
  if (what === 'answers' && name !== undefined)
    return { mimeType: mimeType('/answers/{contestant}'), text: (await answers.attempt(name)).text };
  if (what === 'diff' && name !== undefined) {
    const { shown } = await answers.diff({ name, cut: true });
    return { mimeType: mimeType('/diff/{contestant}'), text: shown?.withheld ?? shown?.patch ?? '' };
  }
  if (what === 'result' && name === undefined)
    return { mimeType: mimeType('/result'), text: safeJson((await answers.result()).result ?? null, 2) };
  if (what === 'report' && name === undefined) {
    const { files } = await contestFiles(archive(), answers.id, { ...place, operator: false });
    const report = files.find(({ path }) => path === 'report.md');
    return { mimeType: mimeType('/report'), text: String((await report?.content()) ?? '') };
  }
  throw new ResourceNotFoundError(uri);
}

function pathOf(uri: string): readonly string[] {
  const [, path] = /^joust:\/\/contests\/([^?#]+)$/.exec(uri) ?? [];
  if (path === undefined) throw new ResourceNotFoundError(uri);
  return path.split('/').map(decodeURIComponent);
}
