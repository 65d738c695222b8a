/** What some words of a query are corrected to, by their places in it. */
export type Corrections = ReadonlyMap<number, readonly string[]>;

export const noCorrections: Corrections = new Map();

/** Characters of all corrections together, so that a cursor can carry them. */
const MOST = 120;
const form = /^(\d{1,2}=[\p{L}\p{N}_.]{1,24}(,[\p{L}\p{N}_.]{1,24})*(;(?=.)|$))*$/u;

/** As many of the corrections as a cursor holds, each word's likeliest first. */
export function fitting(corrections: Corrections): Corrections {
  const kept = new Map<number, string[]>();
  const rounds = Math.max(0, ...[...corrections.values()].map((words) => words.length));
  let left = MOST;
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, words] of corrections) {
      const word = words[round];
      const size = word === undefined ? 0 : Buffer.byteLength(word) + 4;
      if (word === undefined || size > left) continue;
      left -= size;
      kept.set(place, [...(kept.get(place) ?? []), word]);
    }
  }
  return kept;
}

/** As text for a cursor. A list must read on as it began, whatever the dictionary has learnt since. */
export function writeCorrections(corrections: Corrections): string {
  return [...corrections].map(([place, words]) => `${place}=${words.join(',')}`).join(';');
}

/** What `writeCorrections` wrote; null for anything else. */
export function readCorrections(text: string): Corrections | null {
  if (!form.test(text)) return null;
  if (text === '') return noCorrections;
  return new Map(
    text.split(';').map((entry) => {
      const [place = '', words = ''] = entry.split('=');
      return [Number(place), words.split(',')];
    }),
  );
}
