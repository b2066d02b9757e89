// A small page until the real one is built: contests as they come, and one with its answers as plain text.
const main = document.getElementById('main');
const state = document.getElementById('state');

/** From the address, where joust serve has put it; then it is gone from there. */
function token() {
  const [, found] = /^#token=([a-z0-9]+)$/.exec(location.hash) ?? [];
  if (found !== undefined) {
    localStorage.setItem('joust.token', found);
    history.replaceState(null, '', '#/');
  }
  return localStorage.getItem('joust.token') ?? '';
}

async function ask(path, options = {}) {
  const headers = { authorization: `Bearer ${token()}`, ...options.headers };
  const answer = await fetch(`/api${path}`, { ...options, headers });
  if (answer.ok) return answer;
  const { error } = await answer.json();
  throw new Error([error.message, error.hint].filter(Boolean).join(' '));
}

const get = async (path) => await (await ask(path)).json();
const post = async (path, body) =>
  await ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What others wrote is text here, and nothing else. */
function element(name, content = [], more = {}) {
  const made = Object.assign(document.createElement(name), more);
  made.append(...[content].flat());
  return made;
}

const link = (id) => element('a', id, { href: `#/${encodeURIComponent(id)}` });

async function list() {
  const { contests } = await get('/contests?limit=100');
  const rows = contests.map(({ id, openedAt, format = '', state, question = '', winner = '' }) =>
    element('tr', [
      element('td', link(id)),
      element('td', openedAt.slice(0, 16).replace('T', ' ')),
      element('td', format),
      element('td', state),
      element('td', winner),
      element('td', question),
    ]),
  );
  const none = element('p', 'No contest yet. joust demo plays one.', { className: 'muted' });
  return [contests.length === 0 ? none : element('table', element('tbody', rows))];
}

async function one(id) {
  const contest = await get(`/contests/${encodeURIComponent(id)}`);
  const { format, state, prompt, attempts, gate, winner } = contest;
  const answers = await Promise.all(
    attempts.filter(({ role }) => role === undefined).map((attempt) => answer(id, attempt)),
  );
  return [
    element('h1', `${format} ${id}`),
    element('p', [state, winner === undefined ? '' : `, winner: ${winner}`], { className: 'muted' }),
    element('section', element('pre', prompt)),
    ...(gate === undefined ? [] : [question(id, gate)]),
    ...answers,
  ];
}

async function answer(id, { key, contestant, state: how, end }) {
  const path = `/contests/${encodeURIComponent(id)}/attempts/${encodeURIComponent(key)}`;
  const text = end === undefined ? (heard.get(key)?.text ?? '') : (await get(path)).text;
  const shown = element('pre', text);
  if (end === undefined) panes.set(key, shown);
  const ended = end === undefined ? how : [end.outcome, end.reason].filter(Boolean).join(': ');
  return element('section', [element('h2', `${contestant} · ${ended}`), shown]);
}

function question(id, { question: asked, choices, isPick, exhibits = [] }) {
  const said = (choice) =>
    post(
      `/contests/${encodeURIComponent(id)}/${isPick ? 'pick' : 'answer'}`,
      isPick ? { pick: choice } : { answer: choice },
    );
  return element('section', [
    ...exhibits.flatMap(({ label, text }) => [element('h2', label), element('pre', text)]),
    element('p', asked),
    ...choices.map((choice) =>
      element('button', choice, { type: 'button', onclick: () => said(choice).then(show, tell) }),
    ),
  ]);
}

/** Of the contest that is shown: where each attempt's words go, by its key. */
const panes = new Map();
/** And what each has said while this page listened. */
const heard = new Map();
const shownId = () => decodeURIComponent(/^#\/(.+)$/.exec(location.hash)?.[1] ?? '');

async function show() {
  try {
    const id = shownId();
    panes.clear();
    const parts = await (id === '' ? list() : one(id));
    if (id === shownId()) main.replaceChildren(...parts);
  } catch (error) {
    tell(error);
  }
}

function tell(error) {
  main.replaceChildren(element('p', error.message));
}

/** Reads the stream for as long as this contest is shown, and goes on where it was cut off. */
async function listen(leaving) {
  let lastId;
  for (;;) {
    try {
      const watch = shownId() === '' ? '' : `?watch=${encodeURIComponent(shownId())}`;
      const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
      const { body } = await ask(`/events${watch}`, { headers, signal: leaving });
      state.textContent = 'live';
      for await (const { id, event, data } of messages(body)) {
        lastId = id;
        hear(event, data);
      }
    } catch (error) {
      if (leaving.aborted) return;
      state.textContent = `not connected: ${error.message}`;
    }
    await new Promise((again) => setTimeout(again, 1000));
  }
}

async function* messages(body) {
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const whole = (rest + text).split('\n\n');
    rest = whole.pop();
    for (const message of whole.filter((one) => !one.startsWith(':'))) {
      const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1];
      yield { id: field('id'), event: field('event'), data: JSON.parse(field('data')) };
    }
  }
}

/** Places count thoughts and tools as well, which are not shown here. */
function hear(event, { events = [], said = [] }) {
  for (const { key, started, pieces } of said) {
    const known = heard.get(key);
    const voice = known?.started === started ? known : { started, text: '' };
    const words = pieces.flatMap(({ kind, text }) => (kind === 'text' ? [text] : [])).join('');
    heard.set(key, { started, text: voice.text + words });
    panes.get(key)?.append(words);
  }
  const id = shownId();
  if (event === 'resync' || events.some(({ contest }) => id === '' || contest === id)) redraw();
}

let isDrawing = false;
/** Many events are one look. */
function redraw() {
  if (isDrawing) return;
  isDrawing = true;
  setTimeout(() => {
    isDrawing = false;
    show();
  }, 200);
}

let leave = new AbortController();
async function enter() {
  token();
  leave.abort();
  leave = new AbortController();
  heard.clear();
  await show();
  await listen(leave.signal);
}

addEventListener('hashchange', enter);
await enter();
