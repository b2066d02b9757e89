// Does the work for each of many things, a few at a time; the first failure ends it.

const atOnce = 3;

export async function inParallel<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  const left = [...things];
  const inTurn = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await work(next).catch((error: unknown) => {
        left.length = 0;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, inTurn));
}
