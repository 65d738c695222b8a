/**
 * Checks every screen of a running program with demo data: `node walk.ts URL FOLDER`. Writes pictures of each screen at
 * each width in both themes, and `faults.json` with the problems found by axe, at small widths, with text at 200 % and
 * wide spacing, by keyboard alone, and with reduced motion. `docs/accessibility.md` describes the checks.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findAccessibilityViolations } from '../support/axe.ts';
import { headlessShellOptions } from '../support/chromium.ts';
import {
  findCutTexts,
  listRunningAnimations,
  overflowOf,
  TEXT_SPACING,
  walkByKeyboard,
} from './checks.ts';
import {
  openOverlay,
  openWindow,
  parseWindowSizes,
  type WindowSize,
  waitUntilSettled,
} from './open-screen.ts';
import { ALL_SCREENS, OPENER_NAMES, readScreenAddress, type ScreenToCapture } from './screens.ts';

const [, , url = '', folder = 'screens'] = process.argv;
const WINDOW_SIZES = parseWindowSizes(
  process.env['SCREEN_WIDTHS'] ?? '320x640,390x844,820x1180,1440x900,1920x1080',
);
const THEME_NAMES = (process.env['SCREEN_THEMES'] ?? 'mesa,papel').split(',');
const ONLY_SCREENS = new RegExp(process.env['SCREENS_ONLY'] ?? '');

interface Fault {
  readonly where: string;
  readonly check: string;
  readonly what: unknown;
}

const faults: Fault[] = [];

function recordFault(
  screenLabel: string,
  checkName: string,
  problems: readonly unknown[] | number,
): void {
  if (typeof problems === 'number' ? problems <= 0 : problems.length === 0) return;
  faults.push({ where: screenLabel, check: checkName, what: problems });
  process.stdout.write(
    `! ${screenLabel}: ${checkName} ${JSON.stringify(problems).slice(0, 200)}\n`,
  );
}

const saveScreenshot = (page: Page, name: string, fullPage = true) =>
  page.screenshot({
    path: join(folder, `${name.replace(/[^\w.-]+/g, '_')}.png`),
    fullPage,
    animations: 'disabled',
    caret: 'hide',
  });

/** Checks one screen in one window: picture, width, axe and reduced motion. */
async function checkScreen(
  browser: Browser,
  screen: ScreenToCapture,
  size: WindowSize,
  theme: string,
) {
  const where = `${screen.name} ${size[0]} ${theme}`;
  const { context, page } = await openWindow(browser, url, screen, size, theme);
  try {
    await page.goto(await readScreenAddress(page, screen));
    await waitUntilSettled(page);
    await saveScreenshot(page, where);
    recordFault(where, 'wider than the window', await overflowOf(page));
    if (size[0] !== 390 && size[0] !== 1440) return;
    recordFault(where, 'axe', await findAccessibilityViolations(page));
    recordFault(where, 'moves', await listRunningAnimations(page));
  } finally {
    await context.close();
  }
}

/** Checks the dialogs, panels and menus of one screen. */
async function checkOverlays(browser: Browser, screen: ScreenToCapture, size: WindowSize) {
  const { context, page } = await openWindow(browser, url, screen, size, 'mesa');
  try {
    const address = await readScreenAddress(page, screen);
    for (const opener of OPENER_NAMES) {
      await page.goto(address);
      await waitUntilSettled(page);
      if (!(await openOverlay(page, opener))) continue;
      await waitUntilSettled(page);
      const where = `${screen.name} ${size[0]} ${opener.source}`;
      await saveScreenshot(page, where);
      recordFault(where, 'wider than the window', await overflowOf(page));
      recordFault(where, 'axe', await findAccessibilityViolations(page));
    }
  } finally {
    await context.close();
  }
}

/** Adds rules to the page's style sheets, because the CSP forbids style elements. */
const addStyle = (page: Page, style: string) =>
  page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
  }, style);

/** Sets the browser's default text size in px, as people do in its settings; 16 is the default. */
async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
}

async function checkText(page: Page, screenLabel: string): Promise<void> {
  await waitUntilSettled(page);
  // Only the visible part is captured, because a picture of the whole page would reset the text size.
  await saveScreenshot(page, screenLabel, false);
  recordFault(screenLabel, 'wider than the window', await overflowOf(page));
  recordFault(screenLabel, 'text is cut', await findCutTexts(page));
}

/** Checks larger text, wide spacing, forced colours and the keyboard. */
async function checkTextAndKeyboard(browser: Browser, screen: ScreenToCapture, size: WindowSize) {
  const { context, page } = await openWindow(browser, url, screen, size, 'mesa');
  const where = `${screen.name} ${size[0]}`;
  try {
    await page.goto(await readScreenAddress(page, screen));
    await waitUntilSettled(page);
    const { faults: keyboardFaults } = await walkByKeyboard(page);
    recordFault(where, 'by keyboard', keyboardFaults);
    await page.emulateMedia({ forcedColors: 'active' });
    await saveScreenshot(page, `${where} forced-colours`);
    await page.emulateMedia({ forcedColors: 'none' });
    await addStyle(page, TEXT_SPACING);
    await checkText(page, `${where} wide-spacing`);
    await addStyle(page, '');
    await setTextSize(page, 32);
    await checkText(page, `${where} text-at-200`);
  } finally {
    await context.close();
  }
}

async function logFailure(screenLabel: string, runCheck: () => Promise<void>): Promise<void> {
  await runCheck().catch((error) =>
    recordFault(screenLabel, 'failed', [String(error).split('\n')[0]]),
  );
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(headlessShellOptions());
for (const screen of ALL_SCREENS.filter(({ name }) => ONLY_SCREENS.test(name))) {
  for (const size of WINDOW_SIZES)
    for (const theme of THEME_NAMES)
      await logFailure(screen.name, () => checkScreen(browser, screen, size, theme));
  for (const size of parseWindowSizes(process.env['OTHERWISE_WIDTHS'] ?? '390x844,1280x900')) {
    await logFailure(screen.name, () => checkTextAndKeyboard(browser, screen, size));
    if (process.env['OVERLAYS'] !== 'off')
      await logFailure(screen.name, () => checkOverlays(browser, screen, size));
  }
}
await browser.close();
writeFileSync(join(folder, 'faults.json'), JSON.stringify(faults, null, 2));
process.stdout.write(`${faults.length} faults, in ${join(folder, 'faults.json')}\n`);
