import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** axe as one script: the minified file, because the browser needs only half the time to parse it. */
const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Runs axe; this function is executed in the page. */
async function runAxeInPage() {
  const { run } = Reflect.get(window, 'axe') as typeof axe;
  // An element half covered by a fixed bar would count as too small, so the bars are not fixed during the check.
  const bars = document.querySelectorAll<HTMLElement>(
    '[data-ui="top-bar"], [data-ui="bottom-bar"]',
  );
  for (const bar of bars) bar.style.position = 'static';
  // An element that is fading in has too little contrast until the animation ends.
  const finiteAnimations = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.all(finiteAnimations.map(({ finished }) => finished.catch(() => undefined)));
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const { violations } = await run(document, {
    runOnly: { type: 'tag', values },
    resultTypes: ['violations'],
    iframes: false,
  });
  for (const bar of bars) bar.style.position = '';
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}

/**
 * Violations of WCAG 2.2 A and AA that axe finds in the current page. Only violations are returned, because
 * transferring all results takes as long as the check itself.
 */
export async function findAccessibilityViolations(page: Page) {
  // The script takes a third of a second to reach the page, and stays there until the next document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  return page.evaluate(runAxeInPage);
}
