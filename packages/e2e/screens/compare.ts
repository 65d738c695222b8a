/**
 * Compares every screen and every dialog of two running programs pixel by pixel: `node compare.ts OLD_URL NEW_URL
 * FOLDER`. Both programs must serve copies of the same demo data. Differences are written to FOLDER with both pictures.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { headlessShellOptions } from '../support/chromium.ts';
import {
  openOverlay,
  openWindow,
  parseWindowSizes,
  type WindowSize,
  waitUntilSettled,
} from './open-screen.ts';
import { ALL_SCREENS, OPENER_NAMES, readScreenAddress, type ScreenToCapture } from './screens.ts';

const [, , oldUrl = '', newUrl = '', folder = 'screens-diff'] = process.argv;
const WINDOW_SIZES = parseWindowSizes(
  process.env['SCREEN_WIDTHS'] ?? '390x844,820x1180,1440x900,1920x1080',
);
const THEME_NAMES = (process.env['SCREEN_THEMES'] ?? 'mesa,papel').split(',');
const ONLY_SCREENS = process.env['SCREENS_ONLY'];

/** Maximum difference of a colour channel that counts as equal, because text over a gradient is rounded differently. */
const COLOUR_TOLERANCE = 2;

interface Difference {
  readonly name: string;
  readonly differingPixels: number;
  readonly note: string;
}

async function countDifferingPixels(oldPng: Buffer, newPng: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [oldPng, newPng].map((png) =>
      sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  );
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return -1;
  let count = 0;
  for (let offset = 0; offset < a.data.length; offset += 3) {
    for (let channel = 0; channel < 3; channel += 1) {
      if (
        Math.abs((a.data[offset + channel] ?? 0) - (b.data[offset + channel] ?? 0)) <=
        COLOUR_TOLERANCE
      )
        continue;
      count += 1;
      break;
    }
  }
  return count;
}

const takeScreenshot = (page: Page) =>
  page.screenshot({
    fullPage: true,
    animations: 'disabled',
    caret: 'hide',
    mask: [page.locator('time')],
  });

const differences: Difference[] = [];
let comparedCount = 0;

async function comparePages(name: string, pages: readonly [Page, Page]): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await Promise.all(pages.map(waitUntilSettled));
    const [oldPng, newPng] = await Promise.all([
      takeScreenshot(pages[0]),
      takeScreenshot(pages[1]),
    ]);
    const differingPixels = await countDifferingPixels(oldPng, newPng);
    if (differingPixels !== 0 && attempt === 0) continue;
    comparedCount += 1;
    if (differingPixels === 0) return;
    const file = name.replace(/[^\w.-]+/g, '_');
    writeFileSync(join(folder, `${file}.old.png`), oldPng);
    writeFileSync(join(folder, `${file}.new.png`), newPng);
    differences.push({ name, differingPixels, note: differingPixels < 0 ? 'size differs' : '' });
    process.stdout.write(
      `≠ ${name}: ${differingPixels < 0 ? 'size differs' : `${differingPixels} pixels`}\n`,
    );
  }
}

async function compareScreen(
  browser: Browser,
  screen: ScreenToCapture,
  size: WindowSize,
  theme: string,
) {
  const label = `${screen.name} ${size[0]} ${theme}`;
  const windows: { context: BrowserContext; page: Page }[] = [];
  for (const url of [oldUrl, newUrl])
    windows.push(await openWindow(browser, url, screen, size, theme));
  const [first, second] = windows;
  if (!first || !second) return;
  const pages: [Page, Page] = [first.page, second.page];
  try {
    const addresses = await Promise.all(pages.map((page) => readScreenAddress(page, screen)));
    await Promise.all(pages.map((page, index) => page.goto(addresses[index] ?? '/')));
    await comparePages(label, pages);
    for (const opener of OPENER_NAMES) {
      const hasOpened = await Promise.all(pages.map((page) => openOverlay(page, opener)));
      if (hasOpened[0] !== hasOpened[1])
        differences.push({
          name: `${label} ${opener.source}`,
          differingPixels: -1,
          note: 'opens in one only',
        });
      if (hasOpened[0] && hasOpened[1]) await comparePages(`${label} ${opener.source}`, pages);
      if (!hasOpened[0] && !hasOpened[1]) continue;
      await Promise.all(pages.map((page, index) => page.goto(addresses[index] ?? '/')));
    }
  } catch (error) {
    differences.push({
      name: label,
      differingPixels: -1,
      note: String(error).split('\n')[0] ?? '',
    });
    process.stdout.write(`! ${label}: ${String(error).split('\n')[0]}\n`);
  } finally {
    await Promise.all(windows.map(({ context }) => context.close()));
  }
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(headlessShellOptions());
for (const screen of ALL_SCREENS.filter(
  ({ name }) => !ONLY_SCREENS || new RegExp(ONLY_SCREENS).test(name),
))
  for (const size of WINDOW_SIZES)
    for (const theme of THEME_NAMES) await compareScreen(browser, screen, size, theme);
await browser.close();
writeFileSync(join(folder, 'differences.json'), JSON.stringify(differences, null, 2));
process.stdout.write(`${comparedCount} pictures compared, ${differences.length} differ\n`);
process.exitCode = differences.length > 0 ? 1 : 0;
