import type { Screen } from '@guilda/contract/screens';
import { screenOf } from './screen-of.ts';

/** What a page tells of an error. The server takes out what could be of a person. */
export interface ToldError {
  readonly message: string;
  readonly stack: string;
  readonly screen: Screen;
}

/** Errors that one page tells of, so that one that repeats itself tells nobody to death. */
const MAX_TOLD = 5;

/** Failures that are no bugs: refusals and lost connections which pages show in their own words. */
const expected = new Set(['AbortError', 'ApiError', 'NetworkError', 'BlockedError']);

/** What somebody added to their browser fails without us. */
const foreign = /-extension:\/\//;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Name, message and places of whatever was thrown. */
export function toldOf(error: unknown, screen: Screen): ToldError {
  const { name, message, stack } =
    typeof error === 'object' && error !== null
      ? (error as { name?: unknown; message?: unknown; stack?: unknown })
      : { name: '', message: error, stack: '' };
  const head = [text(name), text(message)].filter(Boolean).join(': ');
  return { message: head.slice(0, 500) || 'Error', stack: text(stack).slice(0, 4_000), screen };
}

/** Tells each error once, and only so many. */
export function createTeller(send: (told: ToldError) => void) {
  const before = new Set<string>();
  return (error: unknown, screen: Screen): void => {
    const told = toldOf(error, screen);
    const key = told.message + told.stack;
    if (foreign.test(told.stack) || before.has(key) || before.size >= MAX_TOLD) return;
    before.add(key);
    send(told);
  };
}

function post(told: ToldError): void {
  fetch('/api/errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(told),
    keepalive: true,
  }).catch(() => undefined);
}

const tell = createTeller(post);

/** Tells the server of an error that nobody handled (`spec §8`); of nobody whom it happened to. */
function tellError(error: unknown): void {
  tell(error, screenOf(window.location.pathname));
}

/** Tells of an error that a page's boundary caught, unless it is one the page has words for. */
export function tellCaught(error: unknown): void {
  const name = error instanceof Error ? error.name : '';
  if (!expected.has(name)) tellError(error);
}

/**
 * Silences the console, and tells the server of errors instead (`spec §8`). For builds; while
 * developing, the console is what one looks at.
 */
export function silence(): void {
  const quiet = () => undefined;
  for (const name of Object.keys(console)) Reflect.set(console, name, quiet);
  window.addEventListener('error', (event) => {
    // Without an error it is a picture or script that did not load: the page shows that itself.
    if (!(event instanceof ErrorEvent)) return;
    event.preventDefault();
    tellError(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => {
    event.preventDefault();
    tellError(event.reason);
  });
}
