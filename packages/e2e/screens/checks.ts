import type { Page } from '@playwright/test';

/** Text spacing that pages must support by WCAG 2.2, 1.4.12. */
export const TEXT_SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

/** Number of px by which the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/**
 * Elements whose text is cut off because it is larger than the element. Texts that end in "…" on purpose
 * (`text-overflow`, `line-clamp`) are not counted.
 */
export const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const elements = [...document.querySelectorAll<HTMLElement>('body *')];
    return elements
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && hasText(element),
      )
      .filter((element) => !element.closest('.srOnly, [inert], [aria-hidden="true"]'))
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
        const isTooWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 2;
        const isTooHigh = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 2;
        return isTooWide || isTooHigh;
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });

/** Animations that move elements although the person prefers reduced motion. */
export const listRunningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => (effect?.getComputedTiming().activeDuration ?? 0) !== 0)
      .filter(({ effect }) => {
        const keyframes = (effect as KeyframeEffect | null)?.getKeyframes() ?? [];
        return keyframes.some((keyframe) => 'transform' in keyframe || 'translate' in keyframe);
      })
      .map(({ effect }) => {
        const target = (effect as KeyframeEffect).target;
        return target?.outerHTML.slice(0, 120) ?? '';
      }),
  );

/** The element that has the focus after a press of Tab, and the problems of its focus; null at the end of the page. */
type FocusStep = { readonly element: string; readonly faults: readonly string[] } | null;

/** Describes the focused element and the problems of its focus; runs in the page. */
function describeFocus(): FocusStep {
  const focusedElement = document.activeElement as HTMLElement | null;
  if (!focusedElement || focusedElement === document.body) return null;
  const faults: string[] = [];
  const readStyle = () =>
    [focusedElement, focusedElement.parentElement, ...focusedElement.children]
      .concat(focusedElement.closest('article, li, label, form'))
      .filter((element) => element !== null)
      .flatMap((element) =>
        [null, '::before', '::after'].map((pseudoElement) =>
          getComputedStyle(element, pseudoElement),
        ),
      )
      .map(
        (style) =>
          `${style.outline} ${style.boxShadow} ${style.backgroundColor} ${style.borderColor} ${style.opacity}`,
      )
      .join('|');
  const styleWithFocus = readStyle();
  const { left, top, right, bottom } = focusedElement.getBoundingClientRect();
  const visibleX = { left: Math.max(left, 0), right: Math.min(right, window.innerWidth) };
  const visibleY = { top: Math.max(top, 0), bottom: Math.min(bottom, window.innerHeight) };
  if (visibleX.left >= visibleX.right || visibleY.top >= visibleY.bottom)
    faults.push('outside the window');
  else {
    // The topmost elements at the middle and at two corners of the focused element's visible part.
    const elementsAtPoints = [
      [(visibleX.left + visibleX.right) / 2, (visibleY.top + visibleY.bottom) / 2],
      [visibleX.left + 3, visibleY.top + 3],
      [visibleX.right - 3, visibleY.bottom - 3],
    ].map(([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0));
    const label = focusedElement.closest('label');
    const isOwn = (element: Element | null) =>
      element &&
      (focusedElement.contains(element) ||
        element.contains(focusedElement) ||
        label?.contains(element));
    if (!elementsAtPoints.some(isOwn))
      faults.push(`under ${elementsAtPoints[0]?.outerHTML.slice(0, 60)}`);
  }
  focusedElement.blur();
  if (readStyle() === styleWithFocus) faults.push('focus is not visible');
  focusedElement.focus({ preventScroll: true });
  return { element: focusedElement.outerHTML.replace(/\s+/g, ' ').slice(0, 110), faults };
}

/** Maximum number of Tab presses, because some lists load further items at their end. */
const MAX_TAB_PRESSES = 150;

/** Walks through the page by Tab alone; returns the problems found and the number of focused elements. */
export async function walkByKeyboard(page: Page) {
  const faults: string[] = [];
  let steps = 0;
  await page.evaluate(() => window.scrollTo(0, 0));
  for (; steps < MAX_TAB_PRESSES; steps += 1) {
    await page.evaluate(() => Reflect.set(window, 'focusedBefore', document.activeElement));
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => Reflect.get(window, 'focusedBefore') === document.activeElement))
      faults.push('Tab does not leave');
    let step = await page.evaluate(describeFocus);
    // Smooth scrolling takes a while until the element is visible.
    if (step && step.faults.length > 0) await page.waitForTimeout(500);
    if (step && step.faults.length > 0) step = await page.evaluate(describeFocus);
    if (step === null) break;
    for (const fault of step.faults) faults.push(`${fault}: ${step.element}`);
  }
  return { steps, faults };
}
