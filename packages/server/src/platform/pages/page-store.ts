import type { RateLimitName } from '@guilda/contract/limits';
import { LRUCache } from 'lru-cache';
import type { FinishedPage } from './send-page.ts';

/** Part of the bytes for pages that were asked for once; pages that nobody asks for again push out only each other. */
const NEWCOMERS_PART = 0.25;
/** Largest page that is kept, as a part of the bytes of its segment. */
const LARGEST_PART = 0.1;
/** Bytes of a tag in the index, roughly. */
const TAG_BYTES = 200;

/** A finished page with what is known about it. */
export interface KeptPage {
  readonly page: FinishedPage;
  /** Words that a change names when it makes the page outdated. */
  readonly tags: readonly string[];
  /** Points that making the page took; every reader pays the same. */
  readonly costs: readonly RateLimitName[];
  /** Monotonic time in ms at which making it began. */
  readonly madeAt: number;
  /** Whether the reader for whom it was made was out of points. */
  readonly limited: boolean;
}

/** Pages by key, bounded in bytes as if every encoding of each were stored. */
export interface PageStore {
  /** The page of a key; asked for a second time, it no longer competes with newcomers. */
  get(key: string): KeptPage | undefined;
  set(key: string, kept: KeptPage): void;
  forget(key: string): void;
  /** Forgets every page that has the tag. */
  forgetTag(tag: string): void;
  clear(): void;
}

const bytesOf = ({ page: { made }, tags }: KeptPage, key: string): number =>
  made.size + 2 * made.br.byteLength + TAG_BYTES * tags.length + 2 * key.length + 1;

/** The keys of pages by tag. */
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
  const createSegment = (part: number) =>
    new LRUCache<string, KeptPage>({
      maxSize: Math.floor(maxBytes * part),
      maxEntrySize: Math.floor(maxBytes * part * LARGEST_PART),
      sizeCalculation: bytesOf,
      dispose: index.unlink,
    });
  const newcomers = createSegment(NEWCOMERS_PART);
  const askedAgain = createSegment(1 - NEWCOMERS_PART);
  const put = (segment: typeof newcomers, key: string, kept: KeptPage) => {
    // The page before is unlinked first, because both share the key.
    segment.delete(key);
    segment.set(key, kept);
    if (segment.has(key)) index.link(kept, key);
  };
  const forget = (key: string) => {
    newcomers.delete(key);
    askedAgain.delete(key);
  };
  return {
    get: (key) => {
      const newcomer = newcomers.get(key);
      if (!newcomer) return askedAgain.get(key);
      newcomers.delete(key);
      put(askedAgain, key, newcomer);
      return newcomer;
    },
    set: (key, kept) => put(askedAgain.has(key) ? askedAgain : newcomers, key, kept),
    forget,
    forgetTag: (tag) => {
      for (const key of index.keysOf(tag)) forget(key);
    },
    clear: () => {
      newcomers.clear();
      askedAgain.clear();
    },
  };
}
