/** Reloads the document. An object, because tests can replace its method, but not the one of `window.location`. */
export const pageReload = {
  run: (): void => window.location.reload(),
};

type LossCheck = () => boolean;

const lossChecks = new Set<LossCheck>();

/** Registers a check of whether a reload would lose what a person has written; returns a function that removes it. */
export function registerReloadLoss(check: LossCheck): () => void {
  lossChecks.add(check);
  return () => lossChecks.delete(check);
}

/** Whether a reload would lose what the person has written somewhere on the page. */
export const reloadWouldLose = (): boolean => [...lossChecks].some((check) => check());
