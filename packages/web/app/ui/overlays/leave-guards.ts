import type { BlockerFunction, Location } from 'react-router';

/** A form on the page that asks before it is left with unsaved changes. */
interface LeaveGuard {
  /** Whether the navigation would lose unsaved changes. */
  readonly blocks: BlockerFunction;
  /** Asks the person whether to go to `location` all the same. */
  readonly ask: (location: Location) => void;
}

const guards = new Set<LeaveGuard>();

/** Adds a guard until the returned function is called. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/**
 * Lets the guards of the page ask about a navigation; true when one does. React Router asks only the blocker that was
 * added last, so every blocker of an overlay above the page must ask the guards with this function.
 */
export const asksBeforeLeaving: BlockerFunction = (navigation) => {
  const guard = [...guards].find(({ blocks }) => blocks(navigation));
  guard?.ask(navigation.nextLocation);
  return guard !== undefined;
};
