import type { KeyboardEvent } from 'react';

const articlesOf = (box: HTMLElement) =>
  [...box.children].filter((child): child is HTMLElement => child instanceof HTMLElement);

/** Selector of elements that Tab can reach. */
const TABBABLE_SELECTOR =
  'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]';

const isElementVisible = (element: HTMLElement) =>
  element.checkVisibility() && !element.closest('[inert]');

/** The last focusable element before a feed (`direction` -1), or the first one after it (1). */
function nearestFocusableOutside(feedBox: HTMLElement, direction: 1 | -1): HTMLElement | undefined {
  const wantedPosition =
    direction === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const outsideElements = [...document.querySelectorAll<HTMLElement>(TABBABLE_SELECTOR)].filter(
    (element) =>
      !feedBox.contains(element) &&
      feedBox.compareDocumentPosition(element) & wantedPosition &&
      isElementVisible(element),
  );
  return direction === 1 ? outsideElements[0] : outsideElements.at(-1);
}

/** Focuses a post and scrolls its beginning into the visible part. */
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
  const focusedElement = event.target;
  // Key events also arrive from menus and dialogs of a post, which are outside the feed in the document.
  if (
    !(focusedElement instanceof HTMLElement) ||
    !box.contains(focusedElement) ||
    altKey ||
    metaKey ||
    shiftKey
  )
    return;
  if (ctrlKey) {
    if (key === 'End') return nearestFocusableOutside(box, 1);
    return key === 'Home' ? nearestFocusableOutside(box, -1) : undefined;
  }
  const articles = articlesOf(box);
  const index = articles.findIndex((article) => article.contains(focusedElement));
  const step = keySteps[key];
  if (step === undefined || index < 0) return;
  // While an element inside a post has the focus, arrow keys belong to that element and to scrolling.
  if (key.startsWith('Arrow') && articles[index] !== focusedElement) return;
  return articles[index + step] ?? (step === 1 ? nearestFocusableOutside(box, 1) : undefined);
}

/**
 * Keys of the ARIA feed pattern: PageDown and PageUp move between posts, arrow keys too while a post itself has the
 * focus; Ctrl+Home and Ctrl+End leave the feed.
 */
export function onFeedKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented) return;
  const nextElement = articleForKey(event);
  if (!nextElement) return;
  event.preventDefault();
  if (nextElement.dataset['post'] !== undefined) focusArticle(nextElement);
  else nextElement.focus();
}
