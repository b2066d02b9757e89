// trust, trust list, trust revoke: what files of projects may run and change, on the word of a person.
import { resolve } from 'node:path';
import { z } from 'zod';
import { textRule } from '../../domain/settings/rule.ts';
import { setting } from '../../domain/settings/setting.ts';
import { code, note } from '../../views/document.ts';
import { type OperationContext, operation } from '../operation.ts';
import { allow, disallow, reviewTrust, type TrustQuestion, trusted } from './project-trust.ts';

const path = setting(textRule, {
  value: 'PATH',
  help: 'a project, its config file, a brief or a suite file (default: the project of this folder)',
  complete: 'file',
});
const about = { page: 'configuration', callers: ['people'] } as const;

export const trust = operation({
  ...about,
  name: 'trust',
  group: 'setup',
  summary: "show what a project's config, brief or suite would run or change, and allow it",
  examples: ['joust trust --show', 'joust trust', 'joust trust 261115-landing-page', 'joust trust --revoke'],
  effect: 'change',
  words: ['path'],
  input: z.strictObject({ path }),
  output: z.object({
    path: z.string(),
    asks: z.array(z.string()).readonly().describe('each setting that needs trust, and why'),
    files: z.array(z.string()).readonly().describe('files of the project that these settings name'),
    trusted: z.boolean().describe('it was trusted before'),
  }),
  async prepare(asked, context) {
    const review = reviewTrust(questionOf(asked, context));
    const isTrusted = review.why === undefined;
    const { path, lines: asks } = review;
    const would = { path, asks, files: Object.keys(review.files), trusted: isTrusted };
    return {
      would,
      question: asks.length === 0 || isTrusted ? undefined : `Trust ${path} with this?`,
      async go() {
        allow(context.machine, review);
        return would;
      },
    };
  },
  document({ path, asks, files, trusted: wasTrusted }, done) {
    if (asks.length === 0) return [note(`${path} asks for nothing that needs trust.`)];
    const named = files.length === 0 ? [] : [`with what is in ${files.join(', ')}`];
    return [
      code(
        `${path} ${wasTrusted ? 'is trusted with' : 'asks for'}:`,
        ...[...asks, ...named].map((line) => `  ${line}`),
      ),
      note(
        wasTrusted ? 'It was trusted before. `joust trust --revoke` takes that back.' : undefined,
        done
          ? 'It is trusted now, until it or a file it names changes. `joust trust --revoke` takes that back.'
          : undefined,
      ),
    ];
  },
});

export const trustList = operation({
  ...about,
  name: 'trust list',
  summary: 'list the files that are trusted',
  examples: ['joust trust --list'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    trusted: z.array(z.object({ path: z.string(), sha256: z.string(), at: z.string() })).readonly(),
  }),
  run: async (_input, { machine }) => ({
    trusted: trusted(machine).map(({ path, sha256, at }) => ({ path, sha256, at })),
  }),
  document: ({ trusted: records }) => [
    code(...records.map(({ path, sha256, at }) => `${path}  ${sha256.slice(0, 12)}  ${at}`)),
    note(records.length === 0 ? 'No project is trusted.' : undefined),
  ],
});

export const trustRevoke = operation({
  ...about,
  name: 'trust revoke',
  summary: 'take trust back from a file',
  examples: ['joust trust --revoke'],
  // It tightens what joust may do, so nothing is asked.
  effect: 'record',
  words: ['path'],
  input: z.strictObject({ path }),
  output: z.object({ path: z.string(), done: z.boolean().describe('false: it was not trusted') }),
  run: async (asked, context) => disallow(questionOf(asked, context)),
  document: ({ path, done }) => [note(`${path} ${done ? 'is no longer trusted' : 'was not trusted'}.`)],
  exit: ({ done }) => (done ? 'ok' : 'nothingUsable'),
});

function questionOf(
  { path }: { readonly path?: string | undefined },
  { machine }: OperationContext,
): TrustQuestion {
  const { cwd } = machine;
  return { machine, cwd, path: path === undefined ? undefined : resolve(cwd, path) };
}
