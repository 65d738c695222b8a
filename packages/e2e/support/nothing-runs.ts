import { createHash } from 'node:crypto';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { waitUntilHydrated } from './hydration.ts';
import { XSS_MARK } from './payloads.ts';

/** Number of tabs that check pages concurrently. */
const CONCURRENT_TABS = 3;

/**
 * One page of this many is also checked with scripts. A prime, because the kinds of pages repeat in the lists at other
 * intervals, so that each kind is among the checked pages.
 */
const SCRIPT_CHECK_INTERVAL = 7;

/** Records in every page of the context what the CSP blocks and which dialogs scripts open. */
async function watchForScripts(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  context.on('dialog', async (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await context.exposeFunction('noteViolation', (text: string) => void seen.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample } = event;
      const note = Reflect.get(window, 'noteViolation') as (text: string) => void;
      note(`policy: ${effectiveDirective} ${blockedURI} ${sample} on ${location.href}`);
    });
  });
  return seen;
}

/** Elements of a document that could run code or were created by user input. */
export function findMarkup({ mark, html }: { mark: string; html?: string }): string[] {
  const root = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html');
  const found: string[] = [];
  const runs = /^\s*(?:javascript|vbscript|data:(?!image\/))/i;
  const foreign =
    'iframe, object, embed, base, math, marquee, frame, meta[http-equiv], script:not([src]), style:not([nonce]), body link[rel="stylesheet"], body title';
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name) || name === 'srcdoc') found.push(`${name} on ${element.tagName}`);
      if (/^(?:(?:xlink:)?href|src|action|formaction|data|poster)$/i.test(name) && runs.test(value))
        found.push(`${name}="${value}" on ${element.tagName}`);
    }
    // The footer contains the company's e-mail address.
    const contact = 'mailto:contato@guilda.example';
    const link = element instanceof HTMLAnchorElement ? element : null;
    if (link && link.href !== contact && !/^https?:$/.test(link.protocol))
      found.push(`a link to ${link.href}`);
  }
  for (const element of root.querySelectorAll(foreign)) found.push(element.outerHTML);
  if (mark in window) found.push('a script ran');
  return found;
}

/** Reads the text of the page, the values of its form fields, its title and its metadata. */
function readPage(html?: string) {
  const root = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html');
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  const fields = [...root.querySelectorAll('input, textarea')].map((field) =>
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
  );
  const parts = [...root.querySelectorAll('main, [role="dialog"]')];
  const text = [...parts.map((part) => part.textContent), ...fields].join(' ');
  const preview = root.querySelector('meta[property="og:title"]')?.getAttribute('content');
  return { text: plain(text), title: plain(root.title), preview: plain(preview ?? '') };
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ');

export interface CheckedPage {
  readonly path: string;
  /** Texts that the page must show exactly as typed. */
  readonly texts?: readonly string[];
  /** Text in the title of the page and of its link preview. */
  readonly title?: string;
}

/** Whether markup is an inline script that the policy of its page allows. */
function isOwnScript(scriptMarkup: string, policy: string): boolean {
  const [, code] = /^<script[^>]*>([\s\S]*)<\/script>$/.exec(scriptMarkup) ?? [];
  if (code === undefined) return false;
  return policy.includes(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
}

/** Expects that user input on a page is only text, and that all `texts` are shown. */
async function expectOnlyText(
  page: Page,
  policy: string,
  { path, texts = [], title }: CheckedPage,
  html?: string,
) {
  const readAndExpect = async () => {
    const read = await page.evaluate(readPage, html);
    const missing = texts.filter((text) => !read.text.includes(collapseWhitespace(text)));
    expect(missing, `typed, but not read on ${path}`).toEqual([]);
    if (title === undefined) return;
    expect(read.title, path).toContain(collapseWhitespace(title));
    expect(read.preview, path).toContain(collapseWhitespace(title));
  };
  if (html === undefined)
    await expect(readAndExpect).toPass({ timeout: 10_000, intervals: [50, 100, 200] });
  else await readAndExpect();
  const found = await page.evaluate(findMarkup, { mark: XSS_MARK, ...(html ? { html } : {}) });
  expect(
    found.filter((one) => !isOwnScript(one, policy)),
    `markup on ${path}`,
  ).toEqual([]);
}

const policyOf = (headers: Readonly<Record<string, string>>) =>
  headers['content-security-policy'] ?? '';

/**
 * Checks a page as the server rendered it: the browser parses it as one without scripts would, and loads nothing else.
 * `page` must be a page of the site, because links are resolved from its address.
 */
async function expectInertHtml(page: Page, checkedPage: CheckedPage): Promise<void> {
  const response = await page.request.get(checkedPage.path);
  await expectOnlyText(page, policyOf(response.headers()), checkedPage, await response.text());
  expect(response.url(), 'nothing leads away').toBe(new URL(checkedPage.path, page.url()).href);
}

/** Checks a page as the browser displays it after its scripts have run. */
async function expectInertPage(page: Page, checkedPage: CheckedPage): Promise<void> {
  const response = await page.goto(checkedPage.path);
  await waitUntilHydrated(page);
  await expectOnlyText(page, policyOf((await response?.allHeaders()) ?? {}), checkedPage);
  expect(page.url(), 'nothing leads away').toBe(new URL(checkedPage.path, page.url()).href);
}

/** Checks many pages in one browser, a few at a time. */
async function checkInTabs(
  context: BrowserContext,
  checkedPages: readonly CheckedPage[],
): Promise<void> {
  const waiting = [...checkedPages];
  const checkInTab = async () => {
    const page = await context.newPage();
    for (let next = waiting.shift(); next; next = waiting.shift())
      await expectInertPage(page, next);
    await page.close();
  };
  await Promise.all(Array.from({ length: CONCURRENT_TABS }, checkInTab));
}

/** Checks many pages with scripts, and that the Content-Security-Policy had nothing to stop. */
export async function visitAll(
  context: BrowserContext,
  checkedPages: readonly CheckedPage[],
): Promise<void> {
  const violations = await watchForScripts(context);
  await checkInTabs(context, checkedPages);
  expect(violations, 'what the policy stopped, or a dialog').toEqual([]);
}

/** Checks many pages as the server rendered them, in a browser without scripts. */
async function readAll(browser: Browser, checkedPages: readonly CheckedPage[]): Promise<void> {
  // The Content-Security-Policy of pages forbids parsing a text as HTML, which the check itself has to do.
  const context = await browser.newContext({ javaScriptEnabled: false, bypassCSP: true });
  const page = await context.newPage();
  await page.goto('/robots.txt');
  for (const wanted of checkedPages) await expectInertHtml(page, wanted);
  await context.close();
}

/**
 * Checks all pages as the server rendered them, and some of them with scripts. Every page is checked as rendered,
 * because each contains another text; some are enough with scripts, because scripts treat all texts alike.
 */
export async function readAllAndVisitSome(
  browser: Browser,
  context: BrowserContext,
  visits: readonly CheckedPage[],
  more: readonly CheckedPage[] = [],
): Promise<void> {
  await readAll(browser, visits);
  await visitAll(context, [
    ...visits.filter((_, index) => index % SCRIPT_CHECK_INTERVAL === 0),
    ...more,
  ]);
}
