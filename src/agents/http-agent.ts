// Makes an agent out of the facts of one model API; the call itself is the program `joust:http`.
import type { Contestant } from '../domain/contestant.ts';
import type { Agent, AgentRequest, LoginProbe } from './agent.ts';
import { callDecoder } from './call-protocol.ts';
import { cliAgent } from './cli-agent.ts';
import { present } from './decoder.ts';

export interface HttpApi {
  readonly id: string;
  readonly family: string;
  readonly title: string;
  readonly protocol: HttpProtocol;
  /** Where it is served unless somebody says otherwise; absent: the maker's own address, or nowhere at all. */
  readonly baseUrl?: string;
  /** The variable in which users of this API name another address. */
  readonly baseUrlEnv?: string;
  /** Variables that may hold the key, in this order. */
  readonly keyEnv: readonly string[];
  readonly efforts: readonly string[];
  /** Sent where the user sets none, for an API that demands a limit. */
  readonly maxOutputTokens?: number;
  /** It tells the price of each call with the usage. */
  readonly pricesCalls?: boolean;
  /** Whatever serves it has to be named by the user. */
  readonly needsBaseUrl?: boolean;
}

type HttpProtocol = 'anthropic' | 'openai' | 'google' | 'compatible';

/** What the call program reads from its standard input. Keys are named, never given. */
export interface HttpRequest {
  readonly agent: string;
  readonly protocol: HttpProtocol;
  readonly prompt: string;
  readonly model: string;
  readonly baseUrl?: string;
  readonly baseUrlEnv?: string;
  readonly keyEnv: readonly string[];
  readonly keyNeeded: boolean;
  readonly effort?: string;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly reasoningTokens?: number;
  readonly pricesCalls?: boolean;
}

export function httpAgent(api: HttpApi): Agent {
  const login = loginOf(api);
  return cliAgent({
    id: api.id,
    family: api.family,
    title: api.title,
    kind: 'http',
    plan: (request) => ({
      program: 'joust:http',
      args: [],
      stdin: JSON.stringify(requestOf(api, request)),
      env: proxied(addressOf(api, request.contestant)),
      files: [],
    }),
    decoder: () => callDecoder,
    presence: {
      install: installHint(api),
      needsModel: true,
      missing: (contestant) => missing(api, contestant),
      login,
    },
    tiers: {
      read: { honoured: true },
      write: { honoured: false, caveat: 'a model API has no tools: it can neither read nor change files' },
      full: { honoured: false, caveat: 'a model API has no tools: it can neither read nor change files' },
    },
    bare: {
      tools: true,
      instructions: true,
      caveat: 'a model API has no tools and reads no instructions in any case',
    },
    environment: {
      passes: api.baseUrlEnv === undefined ? [] : [api.baseUrlEnv],
      keys: api.keyEnv,
      removes: [],
    },
    state: [],
    efforts: api.efforts,
    servedFrom: (contestant, env) =>
      contestant.settings?.baseUrl ?? variable(env, api.baseUrlEnv) ?? api.baseUrl,
    staggerMs: 0,
    idleMs: 0,
    verified: {
      because: 'its protocol is played by a server of the tests; the real service has not been called',
    },
  });
}

function requestOf(api: HttpApi, { prompt, contestant }: AgentRequest): HttpRequest {
  const { settings, model = '', effort } = contestant;
  return {
    agent: api.id,
    protocol: api.protocol,
    prompt,
    model,
    keyEnv: settings?.keyEnv === undefined ? api.keyEnv : [settings.keyEnv],
    // A variable that was named on purpose has to be there; a server without keys names none.
    keyNeeded: settings?.keyEnv !== undefined || api.keyEnv.length > 0,
    ...present<Partial<HttpRequest>>({
      baseUrl: addressOf(api, contestant),
      baseUrlEnv: settings?.baseUrl === undefined ? api.baseUrlEnv : undefined,
      effort,
      temperature: settings?.temperature,
      maxOutputTokens: settings?.maxOutputTokens ?? api.maxOutputTokens,
      // Whoever names an effort has said how much it may think.
      reasoningTokens: effort === undefined ? settings?.reasoningTokens : undefined,
      pricesCalls: api.pricesCalls,
    }),
  };
}

function addressOf(api: HttpApi, { settings }: Contestant): string | undefined {
  return settings?.baseUrl ?? api.baseUrl;
}

/** Node takes the proxy variables only when told to; a server on this machine needs no proxy. */
function proxied(baseUrl: string | undefined): Readonly<Record<string, string>> {
  const local = baseUrl !== undefined && /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(baseUrl);
  return local ? {} : { NODE_USE_ENV_PROXY: '1' };
}

function missing(api: HttpApi, { model, settings }: Contestant): string | undefined {
  if (model === undefined) return `no model is named: write ${api.id}/MODEL`;
  if (api.needsBaseUrl === true && settings?.baseUrl === undefined)
    return 'it has no baseUrl: set the address of the server, such as "http://127.0.0.1:8000/v1"';
  return undefined;
}

function installHint({ id, baseUrl, keyEnv, needsBaseUrl }: HttpApi): string {
  if (needsBaseUrl === true)
    return 'Set baseUrl and model for a contestant in your config, and keyEnv where the server wants a key.';
  const [key] = keyEnv;
  if (key !== undefined) return `Put a key into ${key} and name a model: ${id}/MODEL.`;
  return `Start the server at ${baseUrl ?? 'its address'} (or set baseUrl) and name a model: ${id}/MODEL.`;
}

/** No key in the usual place is not the same as none: a contestant may name a variable of its own. */
function loginOf({ keyEnv }: HttpApi): LoginProbe | undefined {
  const [first] = keyEnv;
  if (first === undefined) return undefined;
  return {
    read({ env }) {
      const found = keyEnv.find((name) => variable(env, name) !== undefined);
      return found === undefined
        ? { state: 'unknown', detail: `${keyEnv.join(', ')}: not set` }
        : { state: 'key', detail: found };
    },
    hint: `Put a key into ${first}, or name another variable with keyEnv.`,
  };
}

function variable(
  env: Readonly<Record<string, string | undefined>>,
  name: string | undefined,
): string | undefined {
  const value = name === undefined ? undefined : env[name]?.trim();
  return value === '' ? undefined : value;
}
