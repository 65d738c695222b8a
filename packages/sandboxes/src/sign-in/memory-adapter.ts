import type { Clock } from '@guilda/server/ports/clock';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

const MAX_ENTRIES = 1000;

interface StoredEntry {
  readonly payload: AdapterPayload;
  /** Time at which the entry expires, in ms since 1970. */
  readonly expiresAt: number;
}

/**
 * Creates the provider's storage in memory, which only contains authorization requests that wait for a choice. Because
 * sessions are not remembered, every sign-in shows the account chooser, and choosing another account needs no sign-out
 * first. Stores the newest `MAX_ENTRIES` requests.
 */
export function createMemoryAdapter(clock: Clock): AdapterFactory {
  const interactions = new Map<string, StoredEntry>();
  return (model) =>
    model === 'Interaction' ? createStoringAdapter(interactions, clock) : emptyAdapter;
}

function createStoringAdapter(entries: Map<string, StoredEntry>, clock: Clock): Adapter {
  return {
    ...emptyAdapter,
    async upsert(id, payload, expiresIn = 0) {
      entries.delete(id);
      entries.set(id, { payload, expiresAt: clock.now().getTime() + expiresIn * 1000 });
      if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? '');
    },
    async find(id) {
      const entry = entries.get(id);
      if (entry && entry.expiresAt > clock.now().getTime()) return entry.payload;
      entries.delete(id);
      return undefined;
    },
    async destroy(id) {
      entries.delete(id);
    },
  };
}

const doNothing = async () => undefined;

const emptyAdapter: Adapter = {
  upsert: doNothing,
  find: doNothing,
  findByUserCode: doNothing,
  findByUid: doNothing,
  consume: doNothing,
  destroy: doNothing,
  revokeByGrantId: doNothing,
};
