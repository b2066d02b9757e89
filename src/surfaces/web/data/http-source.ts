// The server of this page: requests with the token, and what it says when it refuses.
import { type Refusal, type Source, Trouble } from './source.ts';

const place = 'joust.token';

/** From the address, where joust serve has put it; then it is gone from there and kept for this origin. */
export function takeToken(): string {
  const [, found] = /^#token=([a-z0-9]+)$/i.exec(location.hash) ?? [];
  if (found !== undefined) {
    localStorage.setItem(place, found);
    history.replaceState(null, '', '#/');
  }
  return localStorage.getItem(place) ?? '';
}

/** Without its live part. */
export function httpSource(token: () => string): Required<Omit<Source, 'live'>> {
  const ask = async (path: string, options: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${token()}`, ...options.headers };
    const answer = await fetch(`/api${path}`, { ...options, headers }).catch(() => {
      throw new Trouble({
        code: 'unreachable',
        message: 'The server does not answer.',
        hint: 'Start it again with: joust serve',
      });
    });
    if (answer.ok) return answer;
    throw await troubleOf(answer);
  };
  const send = async (path: string, options: RequestInit) =>
    await (await ask(path, { ...options, headers: { 'content-type': 'application/json' } })).json();
  return {
    get: async (path) => await (await ask(path)).json(),
    blob: async (path) => await (await ask(path)).blob(),
    post: (path, body) => send(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

async function troubleOf(answer: Response): Promise<Trouble> {
  const said: unknown = await answer.json().catch(() => undefined);
  const { error } = (said ?? {}) as { error?: Refusal };
  return new Trouble(error ?? { code: String(answer.status), message: `The server said ${answer.status}.` });
}
