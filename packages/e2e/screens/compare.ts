/**
 * Compares every screen and every dialog of two running programs pixel by pixel: `node compare.ts OLD_URL NEW_URL FOLDER`.
 * Both programs must serve copies of the same demo data. Differences are written to FOLDER with both pictures.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { headlessShellOptions } from '../support/chromium.ts';
import { consentCookie } from '../support/consent.ts';
import { OPENERS, SCREENS, type ScreenToCapture, screenAddresses } from './screens.ts';

const [, , oldUrl = '', newUrl = '', folder = 'screens-diff'] = process.argv;
const WIDTHS = (process.env['SCREEN_WIDTHS'] ?? '390x844,820x1180,1440x900,1920x1080')
  .split(',')
  .map((size) => size.split('x').map(Number) as [number, number]);
const THEMES = (process.env['SCREEN_THEMES'] ?? 'mesa,papel').split(',');
const ONLY = process.env['SCREENS_ONLY'];

/** Shades of one channel that count as equal: text over a gradient differs by rounding. */
const TOLERANCE = 2;

interface Difference {
  readonly name: string;
  readonly pixels: number;
  readonly note: string;
}

async function differingPixels(before: Buffer, after: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [before, after].map((png) =>
      sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    ),
  );
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return -1;
  let count = 0;
  for (let at = 0; at < a.data.length; at += 3) {
    for (let channel = 0; channel < 3; channel += 1) {
      if (Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) <= TOLERANCE)
        continue;
      count += 1;
      break;
    }
  }
  return count;
}

async function newContext(
  browser: Browser,
  url: string,
  screen: ScreenToCapture,
  size: [number, number],
  theme: string,
) {
  const [width, height] = size;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    hasTouch: width < 1024,
    storageState: { cookies: screen.consent ? [] : [consentCookie('refused', url)], origins: [] },
  });
  const page = await context.newPage();
  await page.goto('/healthz');
  const session = screen.as === null ? null : await signIn(page, screen.as);
  await page.evaluate(
    ([name, tokens]) => {
      localStorage.setItem('guilda.theme', name as string);
      for (const [key, value] of Object.entries((tokens as Record<string, string> | null) ?? {}))
        localStorage.setItem(key, value);
    },
    [theme, session] as const,
  );
  return { context, page };
}

const sessions = new Map<string, Promise<Record<string, string>>>();

/** One sign-in for each person and program; the browser gets it as signing in leaves it. */
function signIn(page: Page, email: string): Promise<Record<string, string>> {
  const key = `${new URL(page.url()).origin} ${email}`;
  const kept = sessions.get(key) ?? openSession(page, email);
  sessions.set(key, kept);
  return kept;
}

async function openSession(page: Page, email: string): Promise<Record<string, string>> {
  const identity = await page.request.post('/dev/id-token', { data: { email } });
  const answer = await page.request.post('/api/auth/google', { data: await identity.json() });
  const { user, tokens } = await answer.json();
  return {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    uid: user.uid,
    'guilda-state': JSON.stringify({ state: { user }, version: 0 }),
  };
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250);
}

const shoot = (page: Page) =>
  page.screenshot({
    fullPage: true,
    animations: 'disabled',
    caret: 'hide',
    mask: [page.locator('time')],
  });

/** Opens what this screen can open in both programs, one after the other. */
async function openOverlay(page: Page, name: RegExp): Promise<boolean> {
  const button = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first();
  if (!(await button.isVisible().catch(() => false))) return false;
  await button.click({ timeout: 2_000 }).catch(() => undefined);
  const overlay = page
    .locator('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]')
    .first();
  return overlay.waitFor({ timeout: 1_500 }).then(
    () => true,
    () => false,
  );
}

const differences: Difference[] = [];
let compared = 0;

async function compare(name: string, pages: readonly [Page, Page]): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await Promise.all(pages.map(settle));
    const [before, after] = await Promise.all([shoot(pages[0]), shoot(pages[1])]);
    const pixels = await differingPixels(before, after);
    if (pixels !== 0 && attempt === 0) continue;
    compared += 1;
    if (pixels === 0) return;
    const file = name.replace(/[^\w.-]+/g, '_');
    writeFileSync(join(folder, `${file}.old.png`), before);
    writeFileSync(join(folder, `${file}.new.png`), after);
    differences.push({ name, pixels, note: pixels < 0 ? 'size differs' : '' });
    process.stdout.write(`≠ ${name}: ${pixels < 0 ? 'size differs' : `${pixels} pixels`}\n`);
  }
}

async function compareScreen(
  browser: Browser,
  screen: ScreenToCapture,
  size: [number, number],
  theme: string,
) {
  const label = `${screen.name} ${size[0]} ${theme}`;
  const opened: { context: BrowserContext; page: Page }[] = [];
  for (const url of [oldUrl, newUrl])
    opened.push(await newContext(browser, url, screen, size, theme));
  const [first, second] = opened;
  if (!first || !second) return;
  const pages: [Page, Page] = [first.page, second.page];
  try {
    const addresses = await Promise.all(pages.map((page) => screenAddresses(page, screen)));
    await Promise.all(pages.map((page, index) => page.goto(addresses[index] ?? '/')));
    await compare(label, pages);
    for (const opener of OPENERS) {
      const open = await Promise.all(pages.map((page) => openOverlay(page, opener)));
      if (open[0] !== open[1])
        differences.push({
          name: `${label} ${opener.source}`,
          pixels: -1,
          note: 'opens in one only',
        });
      if (open[0] && open[1]) await compare(`${label} ${opener.source}`, pages);
      if (!open[0] && !open[1]) continue;
      await Promise.all(pages.map((page, index) => page.goto(addresses[index] ?? '/')));
    }
  } catch (error) {
    differences.push({ name: label, pixels: -1, note: String(error).split('\n')[0] ?? '' });
    process.stdout.write(`! ${label}: ${String(error).split('\n')[0]}\n`);
  } finally {
    await Promise.all(opened.map(({ context }) => context.close()));
  }
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(headlessShellOptions());
for (const screen of SCREENS.filter(({ name }) => !ONLY || new RegExp(ONLY).test(name)))
  for (const size of WIDTHS)
    for (const theme of THEMES) await compareScreen(browser, screen, size, theme);
await browser.close();
writeFileSync(join(folder, 'differences.json'), JSON.stringify(differences, null, 2));
process.stdout.write(`${compared} pictures compared, ${differences.length} differ\n`);
process.exitCode = differences.length > 0 ? 1 : 0;
