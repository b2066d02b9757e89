// A report as a source: it holds the answers, by the path they are asked for. Nothing is sent anywhere.
import { type Source, Trouble } from './source.ts';

interface ReportData {
  readonly contest: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

export function readReport(): ReportData | undefined {
  const text = document.getElementById('joust-data')?.textContent ?? '';
  return text === '' ? undefined : (JSON.parse(text) as ReportData);
}

export function reportSource({ answers }: ReportData): Source {
  const known = new Map(Object.entries(answers).map(([path, answer]) => [inOrder(path), answer]));
  return {
    async get(path) {
      const answer = known.get(inOrder(path));
      if (answer !== undefined) return answer;
      throw new Trouble({
        code: 'not-found',
        message: 'This is not part of the report.',
        hint: 'joust serve has it, where the contest is on record.',
      });
    },
  };
}

/** However the words behind `?` are ordered. */
function inOrder(path: string): string {
  const [place = '', query = ''] = path.split('?', 2);
  const words = new URLSearchParams(query);
  words.sort();
  return `${place}?${words}`;
}
