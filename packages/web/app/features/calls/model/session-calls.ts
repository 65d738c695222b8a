import type { PersonCalls } from './call-client.ts';
import type { CallActions, CallView } from './state/call-view.ts';

/**
 * What the calls need to follow the session: the signed-in person's uid, a notice of each change of the session, and a
 * function that creates the calls of a person.
 */
interface SessionCallsDeps {
  /** Uid of the signed-in person; null while nobody is signed in. */
  uid(): string | null;
  onChange(listener: () => void): void;
  open(uid: string, onViewChange: () => void): PersonCalls;
}

/** The signed-in person's calls: a store that does not depend on mounted components. */
export interface Calls extends CallActions {
  /** Calls the listener after each change until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /** Returns the same object until the view changes. */
  view(): CallView;
}

export const noCallView: CallView = { status: 'free' };

/** The calls of the signed-in person; created, stopped and replaced together with the session. */
export function createSessionCalls({ uid, onChange, open }: SessionCallsDeps): Calls {
  const listeners = new Set<() => void>();
  let currentSession: { readonly uid: string; readonly calls: PersonCalls } | null = null;
  const notifyListeners = () => {
    for (const listener of [...listeners]) listener();
  };
  const updateCalls = () => {
    const currentUid = uid();
    if (currentUid === (currentSession?.uid ?? null)) return;
    currentSession?.calls.stop();
    currentSession =
      currentUid === null ? null : { uid: currentUid, calls: open(currentUid, notifyListeners) };
    notifyListeners();
  };
  onChange(updateCalls);
  updateCalls();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    view: () => currentSession?.calls.view() ?? noCallView,
    place: async (callee) => currentSession?.calls.place(callee),
    accept: async () => currentSession?.calls.accept(),
    end: () => currentSession?.calls.end(),
    fold: () => currentSession?.calls.fold(),
    unfold: () => currentSession?.calls.unfold(),
  };
}
