// What runtimes, tools and services print when they fail, as they print it, and the line a reader wants of it.
import { expect, test } from 'vitest';
import { tellingLine } from './telling-line.ts';

const examples: readonly (readonly [what: string, said: string, line: string])[] = [
  [
    'node, thrown',
    `/srv/agent/index.js:3
    throw new Error('connection reset');
    ^

Error: connection reset
    at Object.<anonymous> (/srv/agent/index.js:3:11)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)
    at node:internal/main/run_main_module:36:49

Node.js v22.14.0
`,
    'Error: connection reset',
  ],
  [
    'node, with properties',
    `node:events:497
      throw er; // Unhandled 'error' event
      ^

Error: connect ECONNREFUSED 127.0.0.1:8080
    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)
Emitted 'error' event on Socket instance at:
    at emitErrorNT (node:internal/streams/destroy:170:8) {
  errno: -111,
  code: 'ECONNREFUSED',
  syscall: 'connect',
  address: '127.0.0.1',
  port: 8080
}

Node.js v24.1.0`,
    'Error: connect ECONNREFUSED 127.0.0.1:8080',
  ],
  [
    'node, with a cause',
    `TypeError: fetch failed
    at node:internal/deps/undici/undici:13510:13
    at async main (file:///srv/a.mjs:1:7) {
  [cause]: Error: getaddrinfo ENOTFOUND api.example.com
      at GetAddrInfoReqWrap.onlookupall [as oncomplete] (node:dns:122:26) {
    errno: -3008,
    code: 'ENOTFOUND'
  }
}`,
    'TypeError: fetch failed (Error: getaddrinfo ENOTFOUND api.example.com)',
  ],
  [
    'node, a module that is not there',
    `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module '/srv/missing.js'
    at Function._resolveFilename (node:internal/modules/cjs/loader:1225:15)
    at Function.executeUserEntryPoint [as runMain] (node:internal/modules/run_main:171:5) {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v22.14.0`,
    "Error: Cannot find module '/srv/missing.js'",
  ],
  [
    'node, nothing caught',
    `[UnhandledPromiseRejection: This error originated either by throwing inside of an async function without a catch block. The promise rejected with the reason "no key".] {
  code: 'ERR_UNHANDLED_REJECTION'
}

Node.js v22.14.0`,
    '[UnhandledPromiseRejection: This error originated either by throwing inside of an async function without a catch block. The promise rejected with the reason "no key".] {',
  ],
  [
    'node, warnings before it',
    `(node:4711) ExperimentalWarning: SQLite is an experimental feature
(Use \`node --trace-warnings ...\` to show where the warning was created)
Error: the model is not available
    at run (file:///srv/cli.js:10:9)`,
    'Error: the model is not available',
  ],
  [
    'python',
    `Traceback (most recent call last):
  File "/srv/agent.py", line 12, in <module>
    main()
    ~~~~^^
  File "/srv/agent.py", line 8, in main
    raise ConnectionResetError("connection reset by peer")
ConnectionResetError: connection reset by peer`,
    'ConnectionResetError: connection reset by peer',
  ],
  [
    'python, one after the other',
    `Traceback (most recent call last):
  File "a.py", line 2, in <module>
    d["x"]
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line 4, in <module>
    raise openai.AuthenticationError("no such key")
openai.AuthenticationError: no such key
request id: 12`,
    'openai.AuthenticationError: no such key',
  ],
  [
    'python, a module that is not there',
    `Traceback (most recent call last):
  File "<frozen runpy>", line 198, in _run_module_as_main
ModuleNotFoundError: No module named 'llm'`,
    "ModuleNotFoundError: No module named 'llm'",
  ],
  [
    'python, whose script is not there',
    "python3: can't open file '/srv/x.py': [Errno 2] No such file or directory",
    "python3: can't open file '/srv/x.py': [Errno 2] No such file or directory",
  ],
  [
    'argparse',
    `usage: agent [-h] [--model MODEL]
agent: error: unrecognized arguments: --fast`,
    'agent: error: unrecognized arguments: --fast',
  ],
  [
    'go',
    `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.main()
	/srv/main.go:9 +0x1d
exit status 2`,
    'panic: runtime error: index out of range [5] with length 3',
  ],
  [
    'go, all asleep',
    `fatal error: all goroutines are asleep - deadlock!

goroutine 1 [chan receive]:
main.main()
	/srv/main.go:5 +0x2f
exit status 2`,
    'fatal error: all goroutines are asleep - deadlock!',
  ],
  [
    'go, log.Fatal',
    `2026/02/03 12:00:01 dial tcp 10.0.0.1:443: connect: connection refused
exit status 1`,
    '2026/02/03 12:00:01 dial tcp 10.0.0.1:443: connect: connection refused',
  ],
  [
    'rust',
    `thread 'main' panicked at src/main.rs:4:37:
called \`Result::unwrap()\` on an \`Err\` value: Os { code: 2, kind: NotFound, message: "No such file or directory" }
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace`,
    'called `Result::unwrap()` on an `Err` value: Os { code: 2, kind: NotFound, message: "No such file or directory" }',
  ],
  [
    'rust, with a backtrace',
    `thread 'main' (4711) panicked at src/main.rs:2:5:
connection reset
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/abc/library/std/src/panicking.rs:697:5
   1: core::panicking::panic_fmt
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.`,
    'connection reset',
  ],
  [
    'rust before 1.73',
    `thread 'main' panicked at 'connection reset', src/main.rs:2:5
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace`,
    'connection reset',
  ],
  [
    'rust, anyhow',
    `Error: cannot reach the model

Caused by:
    0: error sending request
    1: Connection reset by peer (os error 104)`,
    'Error: cannot reach the model',
  ],
  [
    'cargo',
    `   Compiling agent v0.1.0 (/srv)
error[E0425]: cannot find value \`x\` in this scope
 --> src/main.rs:2:5
  |
2 |     x
  |     ^ not found in this scope

error: could not compile \`agent\` (bin "agent") due to 1 previous error`,
    'error[E0425]: cannot find value `x` in this scope',
  ],
  [
    'clap',
    `error: unexpected argument '--fast' found

  tip: a similar argument exists: '--fasta'

Usage: agent [OPTIONS] <PROMPT>

For more information, try '--help'.`,
    "error: unexpected argument '--fast' found",
  ],
  [
    'java',
    `Exception in thread "main" java.lang.IllegalStateException: no model
	at Agent.run(Agent.java:7)
	at Agent.main(Agent.java:3)
Caused by: java.net.ConnectException: Connection refused
	at java.base/sun.nio.ch.Net.pollConnect(Native Method)
	... 2 more`,
    'Exception in thread "main" java.lang.IllegalStateException: no model (java.net.ConnectException: Connection refused)',
  ],
  [
    'ruby',
    `agent.rb:2:in 'run': undefined method 'ask' for nil (NoMethodError)
	from agent.rb:5:in '<main>'`,
    "agent.rb:2:in 'run': undefined method 'ask' for nil (NoMethodError)",
  ],
  [
    'php',
    `PHP Fatal error:  Uncaught Exception: no key in /srv/a.php:3
Stack trace:
#0 {main}
  thrown in /srv/a.php on line 3`,
    'PHP Fatal error:  Uncaught Exception: no key in /srv/a.php:3',
  ],
  [
    'npm',
    `npm error code E404
npm error 404 Not Found - GET https://registry.npmjs.org/nope - Not found
npm error A complete log of this run can be found in: /home/u/.npm/_logs/x.log`,
    'npm error 404 Not Found - GET https://registry.npmjs.org/nope - Not found',
  ],
  [
    'a shell',
    './agent.sh: line 3: clade: command not found\n',
    './agent.sh: line 3: clade: command not found',
  ],
  ['dash', 'sh: 1: clade: not found', 'sh: 1: clade: not found'],
  ['git', 'hint: see the manual\nfatal: not a git repository', 'fatal: not a git repository'],
  [
    'an API, as JSON in a line',
    '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
    'Overloaded',
  ],
  [
    'an API, as JSON over lines',
    `{
  "error": {
    "code": 401,
    "message": "API key not valid. Please pass a valid API key.",
    "status": "UNAUTHENTICATED"
  }
}`,
    'API key not valid. Please pass a valid API key.',
  ],
  [
    'JSON behind words',
    'API Error: 529 {"type":"error","error":{"message":"Overloaded"}}',
    'API Error: 529 Overloaded',
  ],
  ['a string for an error', '{"error":"model not found"}', 'model not found'],
  ['fastapi', '{"detail":[{"msg":"x"}]}', '{"detail":[{"msg":"x"}]}'],
  ['JSON that says nothing', '{"ok":false}', '{"ok":false}'],
  ['broken JSON', '{"error":', '{"error":'],
  ['with colours', '\u001b[31mError:\u001b[0m connection reset\n', 'Error: connection reset'],
  [
    'a log that goes on',
    `[INFO] starting
[ERROR] try 1 of 2: connection reset
[INFO] again
[ERROR] try 2 of 2: connection reset
[INFO] bye`,
    '[ERROR] try 2 of 2: connection reset',
  ],
  ['words without any sign', 'first this\nthen that', 'then that'],
  ['only frames', '    at a (b.js:1:2)\n    at c (d.js:3:4)', 'at c (d.js:3:4)'],
];

test.each(examples)('%s', (_what, said, line) => {
  expect(tellingLine(said)).toBe(line);
});

test('nothing says nothing', () => {
  expect(tellingLine(' \n\t\n')).toBeUndefined();
});

test('a flood is read at once', () => {
  expect(tellingLine('a '.repeat(200_000))).toBeDefined();
  expect(tellingLine(`{"a":${'['.repeat(50_000)}`)).toBeDefined();
});
