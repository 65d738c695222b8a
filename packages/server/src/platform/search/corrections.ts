/** Corrections of misspelt words, by the word's position in the query. */
export type Corrections = ReadonlyMap<number, readonly string[]>;

export const noCorrections: Corrections = new Map();

/** Maximum size in bytes of all serialized corrections together, so that they fit into a cursor. */
const MAX_CORRECTIONS_LENGTH = 120;
const correctionsPattern = /^(\d{1,2}=[\p{L}\p{N}_.]{1,24}(,[\p{L}\p{N}_.]{1,24})*(;(?=.)|$))*$/u;

/** Selects as many corrections as fit into a cursor, the likeliest of each word first. */
export function keepFittingCorrections(corrections: Corrections): Corrections {
  const selectedCorrections = new Map<number, string[]>();
  const rounds = Math.max(0, ...[...corrections.values()].map((words) => words.length));
  let charactersLeft = MAX_CORRECTIONS_LENGTH;
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, words] of corrections) {
      const word = words[round];
      const size = word === undefined ? 0 : Buffer.byteLength(word) + 4;
      if (word === undefined || size > charactersLeft) continue;
      charactersLeft -= size;
      selectedCorrections.set(place, [...(selectedCorrections.get(place) ?? []), word]);
    }
  }
  return selectedCorrections;
}

/**
 * Serializes corrections for a cursor: later pages must use the corrections of the first page, even if the dictionary
 * changed.
 */
export function serializeCorrections(corrections: Corrections): string {
  return [...corrections].map(([place, words]) => `${place}=${words.join(',')}`).join(';');
}

/** Parses the output of `serializeCorrections`; null for anything else. */
export function parseCorrections(text: string): Corrections | null {
  if (!correctionsPattern.test(text)) return null;
  if (text === '') return noCorrections;
  return new Map(
    text.split(';').map((entry) => {
      const [place = '', words = ''] = entry.split('=');
      return [Number(place), words.split(',')];
    }),
  );
}
