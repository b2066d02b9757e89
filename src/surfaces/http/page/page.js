// A small page until the real one is built: contests as they come, and one with its answers as plain text.
const main = document.getElementById('main');
const status = document.getElementById('state');

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

async function answer(id, { key, contestant, state, end }) {
  const { text } = await get(`/contests/${encodeURIComponent(id)}/attempts/${encodeURIComponent(key)}`);
  const how = end === undefined ? state : [end.outcome, end.reason].filter(Boolean).join(': ');
  const shown = element('pre', text);
  panes.set(key, shown);
  return element('section', [element('h2', `${contestant} · ${how}`), shown]);
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

const panes = new Map();
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

token();
addEventListener('hashchange', show);
status.textContent = '';
await show();
