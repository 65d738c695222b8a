import type { Screen } from '@guilda/contract/privacy/screens';
import { screenName } from '../navigation/screen-name.ts';

/** An error report. The server removes personal data from it. */
export interface ErrorReport {
  readonly message: string;
  readonly stack: string;
  readonly screen: Screen;
}

/** Maximum number of error reports per page; an error that occurs again and again must not flood the server. */
const MAX_REPORTS = 5;

/** Names of errors that are not bugs: refusals, lost connections and aborted requests. */
const expectedErrorNames = new Set(['AbortError', 'ApiError', 'NetworkError', 'BlockedError']);

/** Matches stacks of browser extensions, whose errors are not reported. */
const extensionPattern = /-extension:\/\//;

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Creates a report from a thrown value of any type: name, message, stack and page. */
export function createErrorReport(error: unknown, screen: Screen): ErrorReport {
  const { name, message, stack } =
    typeof error === 'object' && error !== null
      ? (error as { name?: unknown; message?: unknown; stack?: unknown })
      : { name: '', message: error, stack: '' };
  const errorText = [stringOrEmpty(name), stringOrEmpty(message)].filter(Boolean).join(': ');
  return {
    message: errorText.slice(0, 500) || 'Error',
    stack: stringOrEmpty(stack).slice(0, 4_000),
    screen,
  };
}

/** Sends each distinct error once, up to `MAX_REPORTS`. */
export function createErrorReporter(sendReport: (report: ErrorReport) => void) {
  const reportedErrors = new Set<string>();
  return (error: unknown, screen: Screen): void => {
    const report = createErrorReport(error, screen);
    const key = report.message + report.stack;
    if (
      extensionPattern.test(report.stack) ||
      reportedErrors.has(key) ||
      reportedErrors.size >= MAX_REPORTS
    )
      return;
    reportedErrors.add(key);
    sendReport(report);
  };
}

function postReport(errorReport: ErrorReport): void {
  fetch('/api/errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(errorReport),
    keepalive: true,
  }).catch(() => undefined);
}

const sendReport = createErrorReporter(postReport);

/** Reports an unhandled error to the server, without data about the person. */
function reportUnhandledError(error: unknown): void {
  sendReport(error, screenName(window.location.pathname));
}

/** Reports an error caught by a React error boundary, except expected ones such as API errors. */
export function reportCaughtError(error: unknown): void {
  const name = error instanceof Error ? error.name : '';
  if (!expectedErrorNames.has(name)) reportUnhandledError(error);
}

/**
 * Silences the console and reports errors to the server instead. For production only, because developers need the
 * console.
 */
export function silenceConsole(): void {
  const doNothing = () => undefined;
  for (const name of Object.keys(console)) Reflect.set(console, name, doNothing);
  window.addEventListener('error', (event) => {
    // An event that is no `ErrorEvent` means that a picture or script failed to load, which the page itself shows.
    if (!(event instanceof ErrorEvent)) return;
    event.preventDefault();
    reportUnhandledError(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    reportUnhandledError(event.reason);
  });
}
