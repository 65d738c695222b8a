import { createHash } from 'node:crypto';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { waitUntilHydrated } from './hydration.ts';
import { XSS_MARK } from './payloads.ts';

/** Number of tabs that check pages concurrently. */
const CONCURRENT_TABS = 3;

/**
 * Every seventh page in a list is also checked with scripts. Seven is prime, so it is no multiple of the interval at
 * which a kind of page repeats in the list, and pages of every kind are checked.
 */
const SCRIPT_CHECK_INTERVAL = 7;

/** Records in every page of the context what the CSP blocks and which dialogs scripts open. */
async function watchForScripts(context: BrowserContext): Promise<string[]> {
  const incidents: string[] = [];
  context.on('dialog', async (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
  await context.exposeFunction('noteViolation', (text: string) => void incidents.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sample } = event;
      const noteViolation = Reflect.get(window, 'noteViolation') as (text: string) => void;
      noteViolation(`policy: ${effectiveDirective} ${blockedURI} ${sample} on ${location.href}`);
    });
  });
  return incidents;
}

/** Elements of a document that could run code or were created by user input. */
export function findMarkup({ mark, html }: { mark: string; html?: string }): string[] {
  const root = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html');
  const foundMarkup: string[] = [];
  const scriptUrlPattern = /^\s*(?:javascript|vbscript|data:(?!image\/))/i;
  const foreignSelector =
    'iframe, object, embed, base, math, marquee, frame, meta[http-equiv], script:not([src]), style:not([nonce]), body link[rel="stylesheet"], body title';
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name) || name === 'srcdoc') foundMarkup.push(`${name} on ${element.tagName}`);
      if (
        /^(?:(?:xlink:)?href|src|action|formaction|data|poster)$/i.test(name) &&
        scriptUrlPattern.test(value)
      )
        foundMarkup.push(`${name}="${value}" on ${element.tagName}`);
    }
    // The footer contains the company's e-mail address.
    const contactLink = 'mailto:contato@guilda.example';
    const link = element instanceof HTMLAnchorElement ? element : null;
    if (link && link.href !== contactLink && !/^https?:$/.test(link.protocol))
      foundMarkup.push(`a link to ${link.href}`);
  }
  for (const element of root.querySelectorAll(foreignSelector)) foundMarkup.push(element.outerHTML);
  if (mark in window) foundMarkup.push('a script ran');
  return foundMarkup;
}

/** Reads the text of the page, the values of its form fields, its title and its metadata. */
function readPage(html?: string) {
  const root = html === undefined ? document : new DOMParser().parseFromString(html, 'text/html');
  const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ');
  const fieldValues = [...root.querySelectorAll('input, textarea')].map((field) =>
    field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
  );
  const parts = [...root.querySelectorAll('main, [role="dialog"]')];
  const text = [...parts.map((part) => part.textContent), ...fieldValues].join(' ');
  const previewTitle = root.querySelector('meta[property="og:title"]')?.getAttribute('content');
  return {
    text: collapseSpaces(text),
    title: collapseSpaces(root.title),
    preview: collapseSpaces(previewTitle ?? ''),
  };
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
    const pageTexts = await page.evaluate(readPage, html);
    const missingTexts = texts.filter((text) => !pageTexts.text.includes(collapseWhitespace(text)));
    expect(missingTexts, `typed, but not read on ${path}`).toEqual([]);
    if (title === undefined) return;
    expect(pageTexts.title, path).toContain(collapseWhitespace(title));
    expect(pageTexts.preview, path).toContain(collapseWhitespace(title));
  };
  if (html === undefined) await expect(readAndExpect).toPass({ intervals: [50, 100, 200] });
  else await readAndExpect();
  const foundMarkup = await page.evaluate(findMarkup, {
    mark: XSS_MARK,
    ...(html ? { html } : {}),
  });
  expect(
    foundMarkup.filter((markup) => !isOwnScript(markup, policy)),
    `markup on ${path}`,
  ).toEqual([]);
}

const policyOf = (headers: Readonly<Record<string, string>>) =>
  headers['content-security-policy'] ?? '';

/**
 * Checks the HTML that the server rendered: the browser parses it as if scripts were disabled, and loads no other file.
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
  const remainingPages = [...checkedPages];
  const checkInTab = async () => {
    const page = await context.newPage();
    for (let nextPage = remainingPages.shift(); nextPage; nextPage = remainingPages.shift())
      await expectInertPage(page, nextPage);
    await page.close();
  };
  await Promise.all(Array.from({ length: CONCURRENT_TABS }, checkInTab));
}

/** Checks many pages after their scripts have run, and expects that the Content-Security-Policy blocked nothing. */
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
  for (const checkedPage of checkedPages) await expectInertHtml(page, checkedPage);
  await context.close();
}

/**
 * Checks the HTML of all pages as the server rendered it, because each page contains other texts. Only some pages are
 * also checked with scripts, because the scripts treat all texts alike.
 */
export async function readAllAndVisitSome(
  browser: Browser,
  context: BrowserContext,
  visits: readonly CheckedPage[],
  morePages: readonly CheckedPage[] = [],
): Promise<void> {
  await readAll(browser, visits);
  await visitAll(context, [
    ...visits.filter((_, index) => index % SCRIPT_CHECK_INTERVAL === 0),
    ...morePages,
  ]);
}
