import type { RateLimitName } from '@guilda/contract/limits';
import type { TakeRateLimitPoint } from '../limits/rate-limit-payer.ts';
import { err, ok, type Result } from '../result.ts';
import { createPageStore, type KeptPage, type PageStore } from './page-store.ts';
import type { FinishedPage } from './send-page.ts';

/** Age in ms after which a kept page is rendered again in the background while readers still get the old one. */
const FRESH_MS = 2_500;
/**
 * Age in ms after which a kept page is no longer sent. Prices, ratings and counts may be five seconds old, and the
 * page's data may already be half a second old when the page is rendered (`shared-answers.ts`).
 */
const MAX_AGE_MS = 4_500;
/** Maximum size of all kept pages together, in bytes. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/** Statuses of pages that are kept; 429 is kept only for readers who have no rate limit points left. */
const keptStatuses: ReadonlySet<number> = new Set([200, 404, 429]);

/**
 * Renders the page at an address; its API calls take their rate limit points by `takePoint`. Renderings for readers with
 * different keys get their turns one after the other.
 */
export type RenderPage = (
  address: string,
  takePoint: TakeRateLimitPoint,
  readerKey: string,
) => Promise<Result<Pick<KeptPage, 'page' | 'tags'>, 'unavailable'>>;

/** A page and its age in ms. */
export interface ReadPage {
  readonly page: FinishedPage;
  readonly ageMs: number;
}

/**
 * Runs a rendering that a reader causes, with the reader's key; `rate_limited` when too many of this reader's renderings
 * are under way.
 */
export type LimitRendering = (
  render: (readerKey: string) => Promise<Result<KeptPage, 'unavailable'>>,
) => Promise<Result<KeptPage, 'unavailable' | 'rate_limited'>>;

const runEveryRendering: LimitRendering = (render) => render('');

/** Cache of recently rendered pages, shared by all readers: docs/adr/0062-kept-pages.md. */
export interface KeptPages {
  /**
   * Returns the page at an address, from the cache or rendered now; concurrent readers share one rendering. The reader
   * pays the rate limit points that the rendering took, by `takePoint`. `unavailable` when too many pages wait to be
   * rendered; `rate_limited` when `limitRendering` refuses the rendering, which happens to nobody who shares one.
   */
  read(
    address: string,
    takePoint: TakeRateLimitPoint,
    limitRendering?: LimitRendering,
  ): Promise<Result<ReadPage, 'unavailable' | 'rate_limited'>>;
  /** Removes every page that has one of these tags; such a page that is being rendered now is not kept. */
  changed(tags: readonly string[]): void;
  /**
   * Removes every page and keeps none until `resume` is called: without notifications about changes, kept pages could
   * be outdated.
   */
  suspend(): void;
  resume(): void;
}

export interface KeptPagesOptions {
  readonly renderPage: RenderPage;
  /** Called when rendering a page in the background failed. */
  readonly onError: (error: unknown) => void;
  readonly maxBytes?: number;
  /** Monotonic time in ms. */
  readonly now?: () => number;
}

/** A page that is being rendered. */
interface PageRendering {
  readonly outcome: Promise<Result<KeptPage, 'unavailable'>>;
  /** Tags of changes since the rendering started; null once the page must not be kept at all. */
  changedTags: Set<string> | null;
}

interface KeptPagesState {
  readonly renderPage: RenderPage;
  readonly onError: (error: unknown) => void;
  readonly now: () => number;
  readonly store: PageStore;
  /** Running renderings that new readers may share, by key. */
  readonly shareableRenderings: Map<string, PageRendering>;
  readonly runningRenderings: Set<PageRendering>;
  isSuspended: boolean;
}

const takeNoPoints: TakeRateLimitPoint = async () => ok();
const refusePoints: TakeRateLimitPoint = async () => err('rate_limited');

/**
 * Key of the page for readers who have no rate limit points left. It differs from every address, because addresses
 * begin with a slash.
 */
const keyWithoutPoints = (address: string) => `429 ${address}`;

/**
 * Takes rate limit points with `takePoint`, and records which limit each point belongs to and whether a point was
 * refused.
 */
function createPointCounter(takePoint: TakeRateLimitPoint) {
  const costs: RateLimitName[] = [];
  const pointCounter = {
    costs,
    isRateLimited: false,
    take: async (name: RateLimitName) => {
      costs.push(name);
      const pointResult = await takePoint(name);
      if (!pointResult.ok) pointCounter.isRateLimited = true;
      return pointResult;
    },
  };
  return pointCounter;
}

function canBeKept(
  { page: { rendered }, tags, isRateLimited }: KeptPage,
  { changedTags }: PageRendering,
): boolean {
  return (
    changedTags !== null &&
    rendered.failures.length === 0 &&
    keptStatuses.has(rendered.status) &&
    isRateLimited === (rendered.status === 429) &&
    !tags.some((tag) => changedTags.has(tag))
  );
}

/** Starts rendering the page of a key; readers may share the rendering until it ends. */
function startRendering(
  state: KeptPagesState,
  key: string,
  address: string,
  takePoint: TakeRateLimitPoint,
  readerKey: string,
): PageRendering {
  const { promise, resolve } = Promise.withResolvers<Result<KeptPage, 'unavailable'>>();
  const rendering: PageRendering = {
    outcome: promise,
    changedTags: state.isSuspended ? null : new Set(),
  };
  const { store, runningRenderings, shareableRenderings, now } = state;
  runningRenderings.add(rendering);
  shareableRenderings.set(key, rendering);
  const run = async (): Promise<Result<KeptPage, 'unavailable'>> => {
    const madeAt = now();
    const pointCounter = createPointCounter(takePoint);
    try {
      const renderResult = await state.renderPage(address, pointCounter.take, readerKey);
      if (!renderResult.ok) return renderResult;
      const keptPage = {
        ...renderResult.value,
        costs: pointCounter.costs,
        madeAt,
        isRateLimited: pointCounter.isRateLimited,
      };
      if (canBeKept(keptPage, rendering))
        store.set(keptPage.isRateLimited ? keyWithoutPoints(address) : key, keptPage);
      return ok(keptPage);
    } finally {
      runningRenderings.delete(rendering);
      if (shareableRenderings.get(key) === rendering) shareableRenderings.delete(key);
    }
  };
  resolve(run());
  return rendering;
}

/**
 * The kept page of a key. An old page is rendered again in the background, which takes no reader's rate limit points.
 */
function findKeptPage(
  state: KeptPagesState,
  key: string,
  pageAddress: string,
  limitRendering: LimitRendering,
): KeptPage | undefined {
  const { store, shareableRenderings, now, onError } = state;
  const keptPage = store.get(key);
  if (!keptPage) return undefined;
  const age = now() - keptPage.madeAt;
  if (age >= MAX_AGE_MS) {
    store.forget(key);
    return undefined;
  }
  if (age >= FRESH_MS && !shareableRenderings.has(key))
    limitRendering((readerKey) => {
      const takePoint = keptPage.isRateLimited ? refusePoints : takeNoPoints;
      return startRendering(state, key, pageAddress, takePoint, readerKey).outcome;
    }).catch(onError);
  return keptPage;
}

/** The page for a reader who has no rate limit points left. */
async function readPageWithoutPoints(
  state: KeptPagesState,
  address: string,
  limitRendering: LimitRendering,
): Promise<Result<KeptPage, 'unavailable' | 'rate_limited'>> {
  const key = keyWithoutPoints(address);
  const keptPage = findKeptPage(state, key, address, limitRendering);
  if (keptPage) return ok(keptPage);
  return (
    state.shareableRenderings.get(key)?.outcome ??
    limitRendering(
      (readerKey) => startRendering(state, key, address, refusePoints, readerKey).outcome,
    )
  );
}

/**
 * The page at an address. A reader who gets a page that was rendered for another reader pays the same number of points.
 */
async function readPage(
  state: KeptPagesState,
  address: string,
  takePoint: TakeRateLimitPoint,
  limitRendering: LimitRendering,
): Promise<Result<KeptPage, 'unavailable' | 'rate_limited'>> {
  const renderForReader = () =>
    limitRendering(
      (readerKey) => startRendering(state, address, address, takePoint, readerKey).outcome,
    );
  const keptPage = findKeptPage(state, address, address, limitRendering);
  const joinedRendering = keptPage ? undefined : state.shareableRenderings.get(address);
  if (!keptPage && !joinedRendering) return renderForReader();
  const sharedResult = keptPage ? ok(keptPage) : await joinedRendering?.outcome;
  // The reader whose rendering this one joined has lost its place in the queue.
  if (!sharedResult?.ok) return renderForReader();
  // The page was rendered for a reader without points, so it does not apply to this reader.
  if (sharedResult.value.isRateLimited) return readPage(state, address, takePoint, limitRendering);
  const pointResults = await Promise.all(sharedResult.value.costs.map(takePoint));
  return pointResults.every(({ ok: isPaid }) => isPaid)
    ? sharedResult
    : readPageWithoutPoints(state, address, limitRendering);
}

export function createKeptPages(options: KeptPagesOptions): KeptPages {
  const { renderPage, onError, maxBytes = MAX_KEPT_BYTES, now = () => performance.now() } = options;
  const [shareableRenderings, runningRenderings] = [
    new Map<string, PageRendering>(),
    new Set<PageRendering>(),
  ];
  const store = createPageStore(maxBytes);
  const state: KeptPagesState = {
    renderPage,
    onError,
    now,
    store,
    shareableRenderings,
    runningRenderings,
    isSuspended: false,
  };
  return {
    read: async (address, takePoint, limitRendering = runEveryRendering) => {
      const readResult = await readPage(state, address, takePoint, limitRendering);
      return readResult.ok
        ? ok({ page: readResult.value.page, ageMs: now() - readResult.value.madeAt })
        : readResult;
    },
    changed: (tags) => {
      shareableRenderings.clear();
      for (const { changedTags } of runningRenderings)
        for (const tag of tags) changedTags?.add(tag);
      for (const tag of tags) store.forgetTag(tag);
    },
    suspend: () => {
      state.isSuspended = true;
      shareableRenderings.clear();
      for (const rendering of runningRenderings) rendering.changedTags = null;
      store.clear();
    },
    resume: () => {
      state.isSuspended = false;
    },
  };
}
