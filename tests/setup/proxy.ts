// A way to a server that breaks when a test says so: between a ledger and its database.
import { connect as connectTo, createServer, type Socket } from 'node:net';

interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** The next time these words are said they still arrive, and the answer does not. */
  cutAt(words: string): void;
  /** The next time these words are said nothing goes through any more, until it thaws. */
  freezeAt(words: string): void;
  thaw(): void;
  cuts(): number;
  /** Nobody gets through; call what comes back to let them. */
  stop(): Promise<() => Promise<void>>;
}

/** To a port of this machine. */
export async function proxyTo(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let [words, how, cuts]: [string | undefined, 'cut' | 'freeze', number] = [undefined, 'cut', 0];
  const server = createServer((near) => {
    const far = connectTo(target, '127.0.0.1');
    let frozen = false;
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    near.on('data', (data) => {
      if (words !== undefined && data.includes(words)) {
        words = undefined;
        cuts += 1;
        if (how === 'freeze') {
          frozen = true;
          return;
        }
        far.write(data, () => near.destroy());
        return;
      }
      if (!frozen) far.write(data);
    });
    far.on('data', (data) => !frozen && near.write(data));
    far.on('close', () => !frozen && near.destroy());
    near.on('close', () => far.end());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const end = async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    await new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as { port: number };
  return {
    port,
    cutAt: (text) => {
      [words, how] = [text, 'cut'];
    },
    freezeAt: (text) => {
      [words, how] = [text, 'freeze'];
    },
    thaw: () => {
      for (const socket of sockets) socket.destroy();
    },
    cuts: () => cuts,
    async stop() {
      await end();
      return () => listen(port);
    },
    [Symbol.asyncDispose]: end,
  };
}
