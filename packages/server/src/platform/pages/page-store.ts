import type { RateLimitName } from '@guilda/contract/limits';
import { LRUCache } from 'lru-cache';
import type { FinishedPage } from './send-page.ts';

/**
 * Share of the store's bytes for pages that were requested only once. They displace only other pages that were
 * requested once.
 */
const ONCE_REQUESTED_SHARE = 0.25;
/** Maximum size of a kept page, as a share of the bytes of its segment. */
const LARGEST_PAGE_SHARE = 0.1;
/** Approximate number of bytes that a tag needs in the index. */
const TAG_BYTES = 200;

/** A finished page with its metadata. */
export interface KeptPage {
  readonly page: FinishedPage;
  /** Tags of the page: words that identify the changes by which it becomes outdated. */
  readonly tags: readonly string[];
  /** Rate limit points that rendering the page took; every reader pays the same number. */
  readonly costs: readonly RateLimitName[];
  /** Monotonic time in ms at which the rendering started. */
  readonly madeAt: number;
  /** Whether the page was rendered for a reader who had no rate limit points left. */
  readonly isRateLimited: boolean;
}

/** Pages by key. Their total size is limited, and each is counted as if all its encodings were stored. */
export interface PageStore {
  /** The page of a key. After its second request a page does not compete for space with pages requested once. */
  get(key: string): KeptPage | undefined;
  set(key: string, keptPage: KeptPage): void;
  forget(key: string): void;
  /** Removes every page that has the tag. */
  forgetTag(tag: string): void;
  clear(): void;
}

const bytesOf = ({ page: { rendered }, tags }: KeptPage, key: string): number =>
  rendered.size + 2 * rendered.br.byteLength + TAG_BYTES * tags.length + 2 * key.length + 1;

/** Index of page keys by tag. */
function createTagIndex() {
  const keysByTag = new Map<string, Set<string>>();
  return {
    link: ({ tags }: KeptPage, key: string) => {
      for (const tag of tags) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key));
    },
    unlink: ({ tags }: KeptPage, key: string) => {
      for (const tag of tags) {
        const keys = keysByTag.get(tag);
        keys?.delete(key);
        if (keys?.size === 0) keysByTag.delete(tag);
      }
    },
    keysOf: (tag: string): readonly string[] => [...(keysByTag.get(tag) ?? [])],
  };
}

export function createPageStore(maxBytes: number): PageStore {
  const index = createTagIndex();
  const createSegment = (share: number) =>
    new LRUCache<string, KeptPage>({
      maxSize: Math.floor(maxBytes * share),
      maxEntrySize: Math.floor(maxBytes * share * LARGEST_PAGE_SHARE),
      sizeCalculation: bytesOf,
      dispose: index.unlink,
    });
  const onceSegment = createSegment(ONCE_REQUESTED_SHARE);
  const repeatSegment = createSegment(1 - ONCE_REQUESTED_SHARE);
  const storePage = (segment: typeof onceSegment, key: string, keptPage: KeptPage) => {
    // The previous page of the key is deleted first: its deletion removes the key from the index, to which `link` then
    // adds the key of the new page.
    segment.delete(key);
    segment.set(key, keptPage);
    if (segment.has(key)) index.link(keptPage, key);
  };
  const forgetPage = (key: string) => {
    onceSegment.delete(key);
    repeatSegment.delete(key);
  };
  return {
    get: (key) => {
      const keptPage = onceSegment.get(key);
      if (!keptPage) return repeatSegment.get(key);
      onceSegment.delete(key);
      storePage(repeatSegment, key, keptPage);
      return keptPage;
    },
    set: (key, keptPage) =>
      storePage(repeatSegment.has(key) ? repeatSegment : onceSegment, key, keptPage),
    forget: forgetPage,
    forgetTag: (tag) => {
      for (const key of index.keysOf(tag)) forgetPage(key);
    },
    clear: () => {
      onceSegment.clear();
      repeatSegment.clear();
    },
  };
}
