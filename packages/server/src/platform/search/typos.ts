const digitPattern = /\p{N}/u;

/** Finds the parts in which two texts differ, between their common prefix and their common suffix. */
function findDifferingParts(firstLetters: readonly string[], secondLetters: readonly string[]) {
  const shorter = Math.min(firstLetters.length, secondLetters.length);
  let prefixLength = 0;
  while (prefixLength < shorter && firstLetters[prefixLength] === secondLetters[prefixLength])
    prefixLength += 1;
  let suffixLength = 0;
  while (
    suffixLength < shorter - prefixLength &&
    firstLetters[firstLetters.length - 1 - suffixLength] ===
      secondLetters[secondLetters.length - 1 - suffixLength]
  )
    suffixLength += 1;
  return {
    inA: firstLetters.slice(prefixLength, firstLetters.length - suffixLength),
    inB: secondLetters.slice(prefixLength, secondLetters.length - suffixLength),
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
