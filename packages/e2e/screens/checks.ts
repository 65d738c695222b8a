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
    const all = [...document.querySelectorAll<HTMLElement>('body *')];
    return all
      .filter((each) => each.checkVisibility({ visibilityProperty: true }) && hasText(each))
      .filter((each) => !each.closest('.srOnly, [inert], [aria-hidden="true"]'))
      .filter((each) => {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(each);
        if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false;
        const wide = overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 2;
        const high = overflowY === 'hidden' && each.scrollHeight > each.clientHeight + 2;
        return wide || high;
      })
      .map((each) => each.outerHTML.slice(0, 160));
  });

/** Animations that move elements although the person prefers reduced motion. */
export const listRunningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => (effect?.getComputedTiming().activeDuration ?? 0) !== 0)
      .filter(({ effect }) => {
        const frames = (effect as KeyframeEffect | null)?.getKeyframes() ?? [];
        return frames.some((frame) => 'transform' in frame || 'translate' in frame);
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
  const focused = document.activeElement as HTMLElement | null;
  if (!focused || focused === document.body) return null;
  const faults: string[] = [];
  const readStyle = () =>
    [focused, focused.parentElement, ...focused.children]
      .concat(focused.closest('article, li, label, form'))
      .filter((each) => each !== null)
      .flatMap((each) => [null, '::before', '::after'].map((part) => getComputedStyle(each, part)))
      .map((s) => `${s.outline} ${s.boxShadow} ${s.backgroundColor} ${s.borderColor} ${s.opacity}`)
      .join('|');
  const withFocus = readStyle();
  const { left, top, right, bottom } = focused.getBoundingClientRect();
  const shown = { left: Math.max(left, 0), right: Math.min(right, window.innerWidth) };
  const high = { top: Math.max(top, 0), bottom: Math.min(bottom, window.innerHeight) };
  if (shown.left >= shown.right || high.top >= high.bottom) faults.push('outside the window');
  else {
    // The middle and two corners of the visible part of the element.
    const hits = [
      [(shown.left + shown.right) / 2, (high.top + high.bottom) / 2],
      [shown.left + 3, high.top + 3],
      [shown.right - 3, high.bottom - 3],
    ].map(([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0));
    const label = focused.closest('label');
    const isOwn = (hit: Element | null) =>
      hit && (focused.contains(hit) || hit.contains(focused) || label?.contains(hit));
    if (!hits.some(isOwn)) faults.push(`under ${hits[0]?.outerHTML.slice(0, 60)}`);
  }
  focused.blur();
  if (readStyle() === withFocus) faults.push('focus is not visible');
  focused.focus({ preventScroll: true });
  return { element: focused.outerHTML.replace(/\s+/g, ' ').slice(0, 110), faults };
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
