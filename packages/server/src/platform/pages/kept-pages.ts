import type { RateLimitName } from '@guilda/contract/limits';
import type { TakePoint } from '../limits/call-payer.ts';
import { err, ok, type Result } from '../result.ts';
import { createPageStore, type KeptPage, type PageStore } from './page-store.ts';
import type { FinishedPage } from './send-page.ts';

/** Age in ms from which a kept page is made anew in the background while readers still get it. */
const FRESH_MS = 2_500;
/** Age in ms from which a kept page is not sent any more: prices, ratings and counts are shown within five seconds. */
const MAX_AGE_MS = 4_500;
/** Bytes of all kept pages. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Statuses of pages that are kept; 429 only for readers who are out of points. */
const keptStatuses: ReadonlySet<number> = new Set([200, 404, 429]);

/** Makes the page at an address; its calls of the API take points by `take`. */
export type FinishPage = (
  address: string,
  take: TakePoint,
) => Promise<Result<Pick<KeptPage, 'page' | 'tags'>, 'unavailable'>>;

/** A page and its age in ms. */
export interface ReadPage {
  readonly page: FinishedPage;
  readonly ageMs: number;
}

/** Pages that were made lately, for all readers: docs/adr/0062-kept-pages.md. */
export interface KeptPages {
  /**
   * The page at an address, kept or made now; readers who ask at the same time get the same one. The reader pays what
   * making it took, by `take`. `unavailable` when too many pages wait to be made.
   */
  read(address: string, take: TakePoint): Promise<Result<ReadPage, 'unavailable'>>;
  /** Forgets every page that has one of these tags, also one that is being made. */
  changed(tags: readonly string[]): void;
  /** Forgets every page and keeps none until `resume`, because changes may be missed. */
  suspend(): void;
  resume(): void;
}

export interface KeptPagesOptions {
  readonly finish: FinishPage;
  /** Called when a page could not be made anew in the background. */
  readonly onError: (error: unknown) => void;
  readonly maxBytes?: number;
  /** Monotonic time in ms. */
  readonly now?: () => number;
}

/** A page that is being made. */
interface Flight {
  readonly outcome: Promise<Result<KeptPage, 'unavailable'>>;
  /** Tags of changes since it began; null once it must not be kept at all. */
  changed: Set<string> | null;
}

interface State {
  readonly finish: FinishPage;
  readonly onError: (error: unknown) => void;
  readonly now: () => number;
  readonly store: PageStore;
  /** Flights that new readers may join, by key. */
  readonly joinable: Map<string, Flight>;
  readonly flights: Set<Flight>;
  suspended: boolean;
}

const takeNothing: TakePoint = async () => ok();
const refuse: TakePoint = async () => err('rate_limited');

/** Key of the page for readers who are out of points; addresses begin with a slash, so it is no address. */
const limitedKeyOf = (address: string) => `429 ${address}`;

/** Records the points that `take` is asked for. */
function createBill(take: TakePoint) {
  const costs: RateLimitName[] = [];
  const bill = {
    costs,
    limited: false,
    take: async (name: RateLimitName) => {
      costs.push(name);
      const taken = await take(name);
      if (!taken.ok) bill.limited = true;
      return taken;
    },
  };
  return bill;
}

function mayKeep({ page: { made }, tags, limited }: KeptPage, { changed }: Flight): boolean {
  return (
    changed !== null &&
    made.failures.length === 0 &&
    keptStatuses.has(made.status) &&
    limited === (made.status === 429) &&
    !tags.some((tag) => changed.has(tag))
  );
}

/** Begins to make the page of a key; readers may join until it is made. */
function launch(state: State, key: string, address: string, take: TakePoint): Flight {
  const { promise, resolve } = Promise.withResolvers<Result<KeptPage, 'unavailable'>>();
  const flight: Flight = { outcome: promise, changed: state.suspended ? null : new Set() };
  const { store, flights, joinable, now } = state;
  flights.add(flight);
  joinable.set(key, flight);
  const run = async (): Promise<Result<KeptPage, 'unavailable'>> => {
    const madeAt = now();
    const bill = createBill(take);
    try {
      const made = await state.finish(address, bill.take);
      if (!made.ok) return made;
      const kept = { ...made.value, costs: bill.costs, madeAt, limited: bill.limited };
      if (mayKeep(kept, flight)) store.set(kept.limited ? limitedKeyOf(address) : key, kept);
      return ok(kept);
    } finally {
      flights.delete(flight);
      if (joinable.get(key) === flight) joinable.delete(key);
    }
  };
  resolve(run());
  return flight;
}

/** The kept page of a key; made anew in the background when it gets old, which nobody pays. */
function find(state: State, key: string, address: string): KeptPage | undefined {
  const { store, joinable, now, onError } = state;
  const kept = store.get(key);
  if (!kept) return undefined;
  const age = now() - kept.madeAt;
  if (age >= MAX_AGE_MS) {
    store.forget(key);
    return undefined;
  }
  if (age >= FRESH_MS && !joinable.has(key))
    launch(state, key, address, kept.limited ? refuse : takeNothing).outcome.catch(onError);
  return kept;
}

/** The page for a reader who is out of points. */
async function readLimited(
  state: State,
  address: string,
): Promise<Result<KeptPage, 'unavailable'>> {
  const key = limitedKeyOf(address);
  const kept = find(state, key, address);
  if (kept) return ok(kept);
  return (state.joinable.get(key) ?? launch(state, key, address, refuse)).outcome;
}

/** The page at an address; a reader who gets one that was made for somebody else pays what it took. */
async function read(
  state: State,
  address: string,
  take: TakePoint,
): Promise<Result<KeptPage, 'unavailable'>> {
  const kept = find(state, address, address);
  const joined = kept ? undefined : state.joinable.get(address);
  if (!kept && !joined) return launch(state, address, address, take).outcome;
  const shared = kept ? ok(kept) : await joined?.outcome;
  if (!shared?.ok) return shared ?? err('unavailable');
  // The other reader was out of points, which says nothing about this one.
  if (shared.value.limited) return read(state, address, take);
  const taken = await Promise.all(shared.value.costs.map(take));
  return taken.every(({ ok: paid }) => paid) ? shared : readLimited(state, address);
}

export function createKeptPages(options: KeptPagesOptions): KeptPages {
  const { finish, onError, maxBytes = KEPT_BYTES, now = () => performance.now() } = options;
  const [joinable, flights] = [new Map<string, Flight>(), new Set<Flight>()];
  const store = createPageStore(maxBytes);
  const state: State = { finish, onError, now, store, joinable, flights, suspended: false };
  return {
    read: async (address, take) => {
      const got = await read(state, address, take);
      return got.ok ? ok({ page: got.value.page, ageMs: now() - got.value.madeAt }) : got;
    },
    changed: (tags) => {
      joinable.clear();
      for (const { changed } of flights) for (const tag of tags) changed?.add(tag);
      for (const tag of tags) store.forgetTag(tag);
    },
    suspend: () => {
      state.suspended = true;
      joinable.clear();
      for (const flight of flights) flight.changed = null;
      store.clear();
    },
    resume: () => {
      state.suspended = false;
    },
  };
}
