// An operation of which no surface knows gets its command, route, tool, function and reference from its description.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandsPage, httpPage, libraryPage, mcpPage } from '../../scripts/reference.ts';
import { operationsSchemaText } from '../../scripts/schema.ts';
import { describedOperation } from '../../src/all.ts';
import { textRule } from '../../src/domain/settings/rule.ts';
import { needed, setting } from '../../src/domain/settings/setting.ts';
import { operationFunction } from '../../src/library/operation-functions.ts';
import { contestId } from '../../src/operations/contest-id.ts';
import { type AnyOperation, operation } from '../../src/operations/operation.ts';
import { completionScript } from '../../src/surfaces/cli/commands/settings/completion-command.ts';
import { commandHelp } from '../../src/surfaces/cli/grammar/help.ts';
import { operationSpec } from '../../src/surfaces/cli/grammar/specs/operation-specs.ts';
import { openapi } from '../../src/surfaces/http/openapi.ts';
import { operationRoute } from '../../src/surfaces/http/routes/operation-routes.ts';
import { operationTool } from '../../src/surfaces/mcp/tools/operation-tools.ts';
import { text } from '../../src/views/document.ts';
import { project } from '../setup/project.ts';

describe('an operation that no surface has a line for', () => {
  const fixture = operation({
    name: 'greet',
    group: 'record',
    summary: 'greet a contest',
    examples: ['joust greet 4k2 --times 3'],
    page: 'record',
    effect: 'record',
    callers: ['people', 'programs'],
    words: ['id'],
    input: z.strictObject({
      id: contestId,
      times: setting({ type: 'count', min: 1, max: 9 }, { value: 'N', help: 'how often', builtIn: 1 }),
    }),
    output: z.strictObject({ said: z.array(z.string()) }),
    run: async ({ id, times }) => ({ said: Array.from({ length: times }, () => `hello ${id}`) }),
    document: ({ said }) => [text(...said)],
  }) as AnyOperation;
  const described = JSON.parse(JSON.stringify(describedOperation(fixture)));

  it('is a command with help and completion', () => {
    const command = operationSpec(described);
    expect(command).toMatchObject({
      usage: '[options] [ID]',
      words: { min: 0, max: 1, complete: 'contest' },
    });
    expect(commandHelp(command, 80)).toContain('--times N   how often');
    for (const shell of ['bash', 'zsh', 'fish']) {
      const script = completionScript(shell, [command]);
      expect(script).toContain('greet');
      expect(script).toContain('times');
    }
  });

  it('is a function', async () => {
    using place = project();
    const { stdout } = await place.joust(['ask', '-c', 'scripted/quick', '--json', 'well?']);
    const id: string = JSON.parse(stdout.split('\n')[0] ?? '').contest;
    const greet = operationFunction('greet', async () => fixture);
    expect(await greet({ id, times: 2 }, { home: place.home })).toEqual({
      said: [`hello ${id}`, `hello ${id}`],
    });
  });

  it('is in the reference, with a schema of its output', () => {
    expect(commandsPage([operationSpec(described)])).toContain('| `--times N` | how often |');
    expect(httpPage([operationRoute(fixture)])).toContain('## POST /api/contests/{id}/greet');
    expect(httpPage([operationRoute(fixture)])).toContain(
      '| `id` | path | string, required | the contest: its ID',
    );
    expect(mcpPage([operationTool(fixture)])).toContain('## contest_greet');
    expect(libraryPage([fixture])).toContain('- Gives `{ said: string[] }`');
    expect(JSON.parse(operationsSchemaText([fixture]))).toMatchObject({
      $defs: { greet: { properties: { said: { type: 'array', items: { type: 'string' } } } } },
    });
  });

  it('is a route, in the description of the server', () => {
    const route = operationRoute(fixture);
    expect([route.method, route.path]).toEqual(['post', '/contests/:id/greet']);
    expect(openapi([route])).toMatchObject({
      paths: { '/api/contests/{id}/greet': { post: { summary: 'greet a contest' } } },
    });
  });

  it('is a tool with its effect in the annotations', () => {
    const tool = operationTool(fixture);
    expect(tool).toMatchObject({ name: 'contest_greet', annotations: { readOnlyHint: false } });
    expect(tool.input({ mayWrite: false, mayCheck: false })).toMatchObject({
      properties: { times: { type: 'integer', minimum: 1, maximum: 9, default: 1 } },
    });
  });
});

describe('the description of an operation', () => {
  const about = {
    name: 'greet',
    summary: 'greet a contest',
    examples: [],
    page: 'record',
    effect: 'read',
    output: z.strictObject({}),
    run: async () => ({}),
  } as const;
  const name = needed(textRule, { value: 'NAME', help: 'who greets', flag: false });

  it('names the input that no command line could give', () => {
    const noWord = /greet: the input id has flag: false, so it has to be in words: \['id'\]/;
    expect(() => describedOperation({ ...about, input: z.strictObject({ id: contestId }) })).toThrow(noWord);
    const input = z.strictObject({ id: contestId, name });
    expect(() => describedOperation({ ...about, words: ['id'], input })).toThrow(/words: \['id', 'name'\]/);
  });

  it('names the word that is not an input', () => {
    const input = z.strictObject({ name });
    expect(() => describedOperation({ ...about, words: ['name', 'nmae'], input })).toThrow(
      /greet: words has nmae, but the input has only name/,
    );
  });

  it('permits an optional input that only programs and the page give', () => {
    const input = z.strictObject({ cut: setting({ type: 'switch' }, { help: 'cut it', flag: false }) });
    expect(describedOperation({ ...about, input })).toMatchObject({ name: 'greet' });
  });
});
