const digitPattern = /\p{N}/u;

/** Finds the parts in which two texts differ, between their common prefix and their common suffix. */
function differingParts(firstLetters: readonly string[], secondLetters: readonly string[]) {
  const shorter = Math.min(firstLetters.length, secondLetters.length);
  let start = 0;
  while (start < shorter && firstLetters[start] === secondLetters[start]) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    firstLetters[firstLetters.length - 1 - end] === secondLetters[secondLetters.length - 1 - end]
  )
    end += 1;
  return {
    inA: firstLetters.slice(start, firstLetters.length - end),
    inB: secondLetters.slice(start, secondLetters.length - end),
  };
}

/**
 * Whether two words differ by one inserted, missing or wrong letter, or by two swapped neighbours. Digits are
 * never treated as typos: `cs2` is not `cs3`.
 */
export function isOneTypoAway(firstWord: string, secondWord: string): boolean {
  const { inA, inB } = differingParts([...firstWord], [...secondWord]);
  if ([...inA, ...inB].some((letter) => digitPattern.test(letter))) return false;
  if (inA.length === 2 && inB.length === 2) return inA[0] === inB[1] && inA[1] === inB[0];
  return inA.length <= 1 && inB.length <= 1 && inA.length + inB.length > 0;
}
