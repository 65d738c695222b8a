/**
 * Opens every screen of a running program with demo data over a slow network: `node shifts.ts URL FOLDER`. Writes
 * pictures after 1, 3 and 8 s, and to `shifts.json` the layout shifts of each screen, also while it is scrolled.
 * `SCREENS_ONLY`, `SCREEN_WIDTHS` and `SCREEN_THEMES` choose screens, `NETWORK=fast` leaves the network as it is.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { headlessShellOptions } from '../support/chromium.ts';
import { openWindow, parseWindowSizes, type WindowSize } from './open-screen.ts';
import { ALL_SCREENS, readScreenAddress, type ScreenToCapture } from './screens.ts';

const [, , url = '', folder = 'shifts'] = process.argv;
const WINDOW_SIZES = parseWindowSizes(process.env['SCREEN_WIDTHS'] ?? '390x844,1440x900');
const THEME_NAMES = (process.env['SCREEN_THEMES'] ?? 'mesa').split(',');
const ONLY_SCREENS = new RegExp(process.env['SCREENS_ONLY'] ?? '');

/** 400 kbit/s both ways, 400 ms until an answer begins. */
const SLOW_NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

/** Maximum sum of all layout shifts of one page. */
const MAX_SHIFT = 0.02;

/** Times in ms after the request of the page at which pictures are taken. */
const PICTURE_TIMES_MS = [1_000, 3_000, 8_000];

interface ShiftRecord {
  readonly value: number;
  readonly atMs: number;
  /** The elements that moved, with their old and new position. */
  readonly moved: readonly string[];
}

/** Collects layout shifts from the first one on; runs in the page. */
function collectShifts(): void {
  const formatBox = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map(Math.round).join(' ');
  const shifts: ShiftRecord[] = [];
  Object.assign(window, { layoutShifts: shifts });
  new PerformanceObserver((entryList) => {
    for (const shift of entryList.getEntries() as unknown as LayoutShift[]) {
      if (shift.hadRecentInput) continue;
      const moved = shift.sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const name = element?.outerHTML.replace(/\s+/g, ' ').slice(0, 100);
        return `${name}: ${formatBox(previousRect)} → ${formatBox(currentRect)}`;
      });
      shifts.push({ value: shift.value, atMs: Math.round(shift.startTime), moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The data of browsers about one layout shift, which TypeScript's types lack. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

async function limitNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
}

/** Scrolls down the page in small steps, so that lists and lazy pictures are loaded. */
async function scrollDown(page: Page): Promise<void> {
  for (let step = 0; step < 8; step += 1) {
    await page.evaluate(() => window.scrollBy(0, window.innerHeight * 0.6));
    await page.waitForTimeout(300);
  }
}

async function recordShifts(
  browser: Browser,
  screen: ScreenToCapture,
  size: WindowSize,
  theme: string,
): Promise<readonly ShiftRecord[]> {
  const { context, page } = await openWindow(browser, url, screen, size, theme);
  try {
    const address = await readScreenAddress(page, screen);
    await page.addInitScript(collectShifts);
    const isSlow = process.env['NETWORK'] !== 'fast';
    if (isSlow) await limitNetwork(page);
    const startedAtMs = Date.now();
    await page.goto(address, { waitUntil: 'commit' });
    for (const ms of PICTURE_TIMES_MS) {
      await page.waitForTimeout(Math.max(0, startedAtMs + ms - Date.now()));
      const name = `${screen.name}-${size[0]}-${theme}-${ms / 1_000}s.png`;
      if (isSlow) await page.screenshot({ path: join(folder, name), timeout: 20_000 });
    }
    await scrollDown(page);
    return await page.evaluate(
      () => (window as unknown as { layoutShifts: ShiftRecord[] }).layoutShifts,
    );
  } finally {
    await context.close();
  }
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(headlessShellOptions());
const foundShifts: { where: string; sum: number; shifts: readonly ShiftRecord[] }[] = [];
for (const screen of ALL_SCREENS.filter(({ name }) => ONLY_SCREENS.test(name)))
  for (const size of WINDOW_SIZES)
    for (const theme of THEME_NAMES) {
      const where = `${screen.name} ${size[0]} ${theme}`;
      const shifts = await recordShifts(browser, screen, size, theme).catch((error: unknown) => {
        process.stdout.write(`! ${where}: ${String(error).split('\n')[0]}\n`);
        process.exitCode = 1;
        return null;
      });
      if (shifts === null) continue;
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      foundShifts.push({ where, sum, shifts });
      writeFileSync(join(folder, 'shifts.json'), JSON.stringify(foundShifts, null, 2));
      if (sum > MAX_SHIFT) process.exitCode = 1;
      process.stdout.write(`${sum > MAX_SHIFT ? '!' : ' '} ${where}: ${sum.toFixed(4)}\n`);
    }
await browser.close();
