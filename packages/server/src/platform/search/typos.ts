const digitPattern = /\p{N}/u;

/** Finds the parts in which two texts differ, between their common prefix and their common suffix. */
function findDifferingParts(lettersOfA: readonly string[], lettersOfB: readonly string[]) {
  const shorterLength = Math.min(lettersOfA.length, lettersOfB.length);
  let prefixLength = 0;
  while (prefixLength < shorterLength && lettersOfA[prefixLength] === lettersOfB[prefixLength])
    prefixLength += 1;
  let suffixLength = 0;
  while (
    suffixLength < shorterLength - prefixLength &&
    lettersOfA[lettersOfA.length - 1 - suffixLength] ===
      lettersOfB[lettersOfB.length - 1 - suffixLength]
  )
    suffixLength += 1;
  return {
    inA: lettersOfA.slice(prefixLength, lettersOfA.length - suffixLength),
    inB: lettersOfB.slice(prefixLength, lettersOfB.length - suffixLength),
  };
}

/**
 * Whether two words differ by one inserted, missing or wrong letter, or by two swapped neighbours. Digits are
 * never treated as typos: `cs2` is not `cs3`.
 */
export function isOneTypoAway(firstWord: string, secondWord: string): boolean {
  const { inA, inB } = findDifferingParts([...firstWord], [...secondWord]);
  if ([...inA, ...inB].some((letter) => digitPattern.test(letter))) return false;
  if (inA.length === 2 && inB.length === 2) return inA[0] === inB[1] && inA[1] === inB[0];
  return inA.length <= 1 && inB.length <= 1 && inA.length + inB.length > 0;
}
