import type { AnalyticsEvent, ResourceKind } from '@guilda/contract/analytics';
import { limits } from '@guilda/contract/limits';
import { screenOf } from '../../lib/screen-of.ts';

/** Events that one page tells of slowness at most: it must not be busy with telling. */
const MAX_TOLD = 30;

const LONGEST_MS = 600_000;

/** Open for as long as nothing happens, or ours: their time says nothing. */
const waits = /^\/(?:socket\.io|api\/analytics|api\/errors)(?:\/|$)/;

const kinds: Readonly<Record<string, ResourceKind>> = {
  script: 'script',
  css: 'style',
  img: 'image',
  image: 'image',
  fetch: 'request',
  xmlhttprequest: 'request',
  navigation: 'page',
};

/** What was fetched, by who asked for it and, for what styles and links ask for, by its name. */
export function kindOf(initiator: string, path: string): ResourceKind {
  if (/\.woff2?$/.test(path)) return 'font';
  if (/\.css$/.test(path)) return 'style';
  if (/\.js$/.test(path)) return 'script';
  return kinds[initiator] ?? 'other';
}

type Told = (event: AnalyticsEvent) => void;

const here = () => screenOf(window.location.pathname);
const ms = (duration: number) => Math.min(Math.round(duration), LONGEST_MS);

function tellTask(entry: PerformanceEntry, tell: Told): void {
  if (entry.duration > limits.longTaskMs)
    tell({ name: 'long_task', screen: here(), durationMs: ms(entry.duration) });
}

function tellResource(entry: PerformanceEntry, tell: Told): void {
  if (entry.duration <= limits.slowResourceMs) return;
  const { pathname, origin } = new URL(entry.name, window.location.href);
  if (origin !== window.location.origin || waits.test(pathname)) return;
  const kind = kindOf((entry as PerformanceResourceTiming).initiatorType, pathname);
  tell({ name: 'slow_resource', screen: here(), kind, durationMs: ms(entry.duration) });
}

function observe(type: string, each: (entry: PerformanceEntry) => void): () => void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return () => undefined;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(each));
  // From now on: what was before the visitor agreed is not looked at.
  observer.observe({ type });
  return () => observer.disconnect();
}

/** Tells of tasks over 50 ms and resources over 1 s (`spec §9`) until the returned function is called. */
export function watchSlow(told: Told): () => void {
  let count = 0;
  const tell: Told = (event) => {
    count += 1;
    if (count <= MAX_TOLD) told(event);
  };
  const stops = [
    observe('longtask', (entry) => tellTask(entry, tell)),
    observe('resource', (entry) => tellResource(entry, tell)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
