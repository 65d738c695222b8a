import type { KeyboardEvent } from 'react';

const articlesOf = (box: HTMLElement) =>
  [...box.children].filter((child): child is HTMLElement => child instanceof HTMLElement);

/** Elements that can be reached by Tab. */
const TABBABLE_SELECTOR =
  'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]';

const isElementVisible = (element: HTMLElement) =>
  element.checkVisibility() && !element.closest('[inert]');

/** The last focusable element before a feed, or the first one after it. */
function nearestFocusableOutside(box: HTMLElement, direction: 1 | -1): HTMLElement | undefined {
  const side =
    direction === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const others = [...document.querySelectorAll<HTMLElement>(TABBABLE_SELECTOR)].filter(
    (one) => !box.contains(one) && box.compareDocumentPosition(one) & side && isElementVisible(one),
  );
  return direction === 1 ? others[0] : others.at(-1);
}

/** Puts the focus on an article, its beginning on screen. */
export function focusArticle(article: HTMLElement): void {
  article.focus({ preventScroll: true });
  article.scrollIntoView({ block: 'start' });
}

const keySteps: Readonly<Record<string, 1 | -1>> = {
  PageDown: 1,
  ArrowDown: 1,
  PageUp: -1,
  ArrowUp: -1,
};

function articleForKey(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const { key, ctrlKey, altKey, metaKey, shiftKey, currentTarget: box } = event;
  const from = event.target;
  // Menus and dialogs of a post are elsewhere in the document.
  if (!(from instanceof HTMLElement) || !box.contains(from) || altKey || metaKey || shiftKey)
    return;
  if (ctrlKey) {
    if (key === 'End') return nearestFocusableOutside(box, 1);
    return key === 'Home' ? nearestFocusableOutside(box, -1) : undefined;
  }
  const articles = articlesOf(box);
  const at = articles.findIndex((article) => article.contains(from));
  const step = keySteps[key];
  if (step === undefined || at < 0) return;
  // Inside a post the arrows belong to what has the focus, and to scrolling.
  if (key.startsWith('Arrow') && articles[at] !== from) return;
  return articles[at + step] ?? (step === 1 ? nearestFocusableOutside(box, 1) : undefined);
}

/**
 * Keys of the ARIA feed pattern: PageDown and PageUp go from post to post, the arrows too while a post
 * itself has the focus, Ctrl+Home and Ctrl+End lead out of the feed.
 */
export function onFeedKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented) return;
  const next = articleForKey(event);
  if (!next) return;
  event.preventDefault();
  if (next.dataset['post'] !== undefined) focusArticle(next);
  else next.focus();
}
