// The formats that are swept. Every attempt notes its start in a file `starts-NAME`, so that it can be counted.

export interface SweptFormat {
  readonly name: string;
  /** The command line that plays it. */
  readonly args: readonly string[];
  /** What lies in the folder it is played in. */
  readonly files: Readonly<Record<string, string>>;
  /** Those who note their starts. */
  readonly names: readonly string[];
}

const script = (name: string, steps: readonly object[]) =>
  JSON.stringify({ rate: 1000, steps: [{ append: `starts-${name}`, content: 'started\n' }, ...steps] });

const names = ['a', 'b'];

export const sweptFormats: readonly SweptFormat[] = [
  {
    name: 'ask',
    names,
    args: ['ask', '--json', ...names.flatMap((name) => ['-c', `scripted/./${name}.json`]), 'hi'],
    files: {
      'a.json': script('a', [{ say: 'first ' }, { wait: 300 }, { say: 'answer' }]),
      'b.json': script('b', [{ say: 'second answer' }]),
    },
  },
];
