import { limits } from '@guilda/contract/limits';
import type { AnalyticsEvent, ResourceKind } from '@guilda/contract/privacy/analytics';
import { screenName } from '../../lib/navigation/screen-name.ts';

/** Maximum number of reports per page, because reporting costs time too. */
const MAX_REPORTS = 30;

/** Maximum duration that the server accepts in a report, in ms; a longer duration is reported as this value. */
const MAX_DURATION_MS = 600_000;

/** Paths of requests whose duration says nothing about speed: long polling, and the reports themselves. */
const ignoredPaths = /^\/(?:socket\.io|api\/analytics|api\/errors)(?:\/|$)/;

const resourceKinds: Readonly<Record<string, ResourceKind>> = {
  script: 'script',
  css: 'style',
  img: 'image',
  image: 'image',
  fetch: 'request',
  xmlhttprequest: 'request',
  navigation: 'page',
};

/** The kind of a resource by its file extension; for other extensions by what requested it (`initiatorType`). */
export function resourceKindOf(initiatorType: string, path: string): ResourceKind {
  if (/\.woff2?$/.test(path)) return 'font';
  if (/\.css$/.test(path)) return 'style';
  if (/\.js$/.test(path)) return 'script';
  return resourceKinds[initiatorType] ?? 'other';
}

type SendEvent = (event: AnalyticsEvent) => void;

const currentScreen = () => screenName(window.location.pathname);
const cappedDurationMs = (duration: number) => Math.min(Math.round(duration), MAX_DURATION_MS);

function sendLongTask(entry: PerformanceEntry, sendEvent: SendEvent): void {
  if (entry.duration > limits.longTaskMs)
    sendEvent({
      name: 'long_task',
      screen: currentScreen(),
      durationMs: cappedDurationMs(entry.duration),
    });
}

function sendSlowResource(entry: PerformanceEntry, sendEvent: SendEvent): void {
  if (entry.duration <= limits.slowResourceMs) return;
  const { pathname, origin } = new URL(entry.name, window.location.href);
  if (origin !== window.location.origin || ignoredPaths.test(pathname)) return;
  const kind = resourceKindOf((entry as PerformanceResourceTiming).initiatorType, pathname);
  sendEvent({
    name: 'slow_resource',
    screen: currentScreen(),
    kind,
    durationMs: cappedDurationMs(entry.duration),
  });
}

function observePerformance(
  entryType: string,
  handleEntry: (entry: PerformanceEntry) => void,
): () => void {
  if (!PerformanceObserver.supportedEntryTypes.includes(entryType)) return () => undefined;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(handleEntry));
  // `buffered` is not set, because it would report events from before the visitor's consent.
  observer.observe({ type: entryType });
  return () => observer.disconnect();
}

/** Reports tasks over 50 ms and resources over 1 s until the returned function is called. */
export function reportSlowPerformance(sendEvent: SendEvent): () => void {
  let reportCount = 0;
  const send: SendEvent = (event) => {
    reportCount += 1;
    if (reportCount <= MAX_REPORTS) sendEvent(event);
  };
  const stopFunctions = [
    observePerformance('longtask', (entry) => sendLongTask(entry, send)),
    observePerformance('resource', (entry) => sendSlowResource(entry, send)),
  ];
  return () => {
    for (const stop of stopFunctions) stop();
  };
}
