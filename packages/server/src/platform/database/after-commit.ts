const effectsByTransaction = new WeakMap<object, (() => void)[]>();

/**
 * Registers a transaction and returns the list of its effects; `afterCommit` adds to this list while the transaction
 * runs.
 */
export function commitEffectsOf(tx: object): readonly (() => void)[] {
  const effects: (() => void)[] = [];
  effectsByTransaction.set(tx, effects);
  return effects;
}

/**
 * Calls `effect`, which must not throw, once `tx` is committed, and never after a rollback. Calls `effect` at once when
 * `tx` is not a transaction of `Database.transaction`.
 */
export function afterCommit(tx: object, effect: () => void): void {
  const effects = effectsByTransaction.get(tx);
  if (effects) effects.push(effect);
  else effect();
}
