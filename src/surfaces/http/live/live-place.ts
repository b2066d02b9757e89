// Where a reader of the live stream stands: the id of each event, and what a reconnect begins with.

export interface LivePlace {
  /** Up to where it has the record. */
  readonly seq: number;
  /** How much it has of each attempt that speaks; an attempt and its run are named by the place of its start in the record. */
  readonly said: ReadonlyMap<number, number>;
}

/** `1200.1187:5120.1188:77`: the record up to 1200, and of the attempts that started at 1187 and 1188 so many characters. */
export function placeText({ seq, said }: LivePlace): string {
  return [String(seq), ...[...said].map(([started, units]) => `${started}:${units}`)].join('.');
}

const placeShape = /^\d{1,15}(?:\.\d{1,15}:\d{1,15}){0,1000}$/;

/** Undefined: no place at all. */
export function readPlace(text: string | undefined): LivePlace | undefined {
  if (text === undefined || !placeShape.test(text)) return undefined;
  const [seq = '', ...said] = text.split('.');
  return {
    seq: Number(seq),
    said: new Map(said.map((one) => one.split(':').map(Number) as [number, number])),
  };
}
