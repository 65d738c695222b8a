import type { APIRequestContext, Browser, BrowserContextOptions, Request } from '@playwright/test';

/**
 * Maximum number of script bytes, as transmitted, that a first visit to the home page may load. `docs/performance.md`
 * gives the reasons.
 */
export const maxHomeScriptBytes = 170_000;

/** What a browser loads on the first visit to a page, without pictures that people uploaded. */
export interface FirstVisit {
  /** Number of files, including the page itself. */
  readonly requests: number;
  /**
   * Number of loaded pictures that people uploaded, which the other fields do not count. A picture counts once in
   * whatever widths it is loaded, because the newest service of a test may be in two places of the home page.
   */
  readonly pictures: number;
  /** Bytes of scripts as transmitted, including headers. */
  readonly scriptBytes: number;
  /** Number of files and of transmitted bytes by kind, such as `script`, `font` and `image`. */
  readonly kinds: Readonly<Record<string, { readonly files: number; readonly bytes: number }>>;
}

/** Address without the width of a picture that people uploaded; null for any other file. */
const pictureOf = (request: Request) =>
  /^\/files\/pictures\/[\da-f-]+/.exec(new URL(request.url()).pathname)?.[0] ?? null;

async function sizeOf(request: Request): Promise<number> {
  const { responseBodySize, responseHeadersSize } = await request.sizes();
  return responseBodySize + responseHeadersSize;
}

async function sumRequests(requests: readonly Request[]): Promise<FirstVisit> {
  const ownRequests = requests.filter((request) => pictureOf(request) === null);
  const pictures = new Set(requests.map(pictureOf).filter((picture) => picture !== null));
  const totalsByType: Record<string, { files: number; bytes: number }> = {};
  for (const request of ownRequests) {
    const totalBefore = totalsByType[request.resourceType()] ?? { files: 0, bytes: 0 };
    totalsByType[request.resourceType()] = {
      files: totalBefore.files + 1,
      bytes: totalBefore.bytes + (await sizeOf(request)),
    };
  }
  return {
    requests: ownRequests.length,
    pictures: pictures.size,
    scriptBytes: totalsByType['script']?.bytes ?? 0,
    kinds: totalsByType,
  };
}

/** Opens a page in a new browser and waits until it loads nothing more by itself. */
export async function measureFirstVisit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<FirstVisit> {
  const context = await browser.newContext({
    ...options,
    storageState: { cookies: [], origins: [] },
    serviceWorkers: 'block',
  });
  const requests: Request[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request);
  });
  const page = await context.newPage();
  await page.goto(url);
  // The consent question is loaded last, when the page is idle.
  await page.getByRole('region', { name: 'Podemos contar sua visita?' }).waitFor();
  await page.waitForLoadState('networkidle');
  const visit = await sumRequests(requests);
  await context.close();
  return visit;
}

/** What the document of a page tells the browser to load, in the order of the document. */
interface HeadOrder {
  /** Whether the style sheet is named before the first script file. */
  readonly isStyleFirst: boolean;
  /** Link elements that preload pictures. */
  readonly picturePreloads: readonly string[];
}

/** Reads from a page's document in which order the browser is told to load files. */
export async function readHead(request: APIRequestContext, path: string): Promise<HeadOrder> {
  const document = await (await request.get(path)).text();
  const stylePosition = document.search(/<link [^>]*(?:as="style"|rel="stylesheet")/);
  const scriptPosition = document.search(
    /<link rel="modulepreload"|<script [^>]*src=|<script type="module"/,
  );
  return {
    isStyleFirst: stylePosition >= 0 && stylePosition < scriptPosition,
    picturePreloads: document.match(/<link rel="preload"[^>]* as="image"[^>]*>/g) ?? [],
  };
}
