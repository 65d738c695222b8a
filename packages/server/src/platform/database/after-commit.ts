const waiting = new WeakMap<object, (() => void)[]>();

/** What is to follow the commit of a transaction; filled while it runs. */
export function commitEffectsOf(tx: object): readonly (() => void)[] {
  const effects: (() => void)[] = [];
  waiting.set(tx, effects);
  return effects;
}

/**
 * Calls `effect`, which must not throw, once `tx` is committed, and never when it is rolled back; at
 * once where `tx` is no transaction of `Database.transaction`.
 */
export function afterCommit(tx: object, effect: () => void): void {
  const effects = waiting.get(tx);
  if (effects) effects.push(effect);
  else effect();
}
