import { availableParallelism } from 'node:os';
import { limits } from '@guilda/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSemaphore } from '../async/semaphore.ts';
import {
  CHANGES_CHANNEL,
  createCurrentReader,
  type PublicChanges,
} from '../database/public-changes.ts';
import { sendRefusal } from '../http/refusal.ts';
import { addressKey } from '../limits/address.ts';
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { type TakeRateLimitPoint, withRateLimitPayer } from '../limits/rate-limit-payer.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { err, ok } from '../result.ts';
import { createKeptPages, type LimitRendering, type RenderPage } from './kept-pages.ts';
import { pathWithoutHost, resolvePageUrl } from './page-address.ts';
import type { PageRenderer } from './page-workers.ts';
import { type CallApi, type InstallationSettings, type PageCall, uuidsIn } from './render-page.ts';
import { finishPage, sendPage } from './send-page.ts';
import { shareAnswers } from './shared-answers.ts';

/** What the pages need from the program: its addresses, settings, rate limiter and database listener. */
export interface PageDeps {
  /** Public URL of the program without a trailing slash. */
  readonly publicUrl: string;
  /** Origin outside of the program from which pictures and videos are loaded; null for none. */
  readonly filesOrigin: string | null;
  readonly installation: InstallationSettings;
  readonly limiter: RateLimiter;
  /** Source of notifications about changes of public data in the database; pages are kept while it is connected. */
  readonly listener: PublicChanges;
  /** Number of processes of this node that share its cores. */
  readonly processes: number;
}

/** Adds the routes of the pages to the application. */
export type MountPages = (app: FastifyInstance, site: PageDeps) => Promise<void>;

export interface PagesOptions extends Pick<PageDeps, 'publicUrl' | 'limiter'> {
  readonly pageRenderer: PageRenderer;
  /** Maximum number of pages that are rendered concurrently. */
  readonly concurrency: number;
  /** Creates the Content-Security-Policy of a page from the sources of its scripts; null for none (development). */
  readonly policy: ((scripts: readonly string[]) => string) | null;
  /** Source of notifications about changes; null when no page is kept (development). */
  readonly listener: PageDeps['listener'] | null;
}

/**
 * Tag of pages that contain a list, and of pages that do not exist. A notification contains this word when a change may
 * add an entry to a list.
 */
const LIST_TAG = 'lists';

/**
 * Maximum number of pages that wait to be rendered (rendering them takes a second or less), and that are being rendered
 * for one address, or wait for it, at a time. Rendering a page that calls no API takes no rate limit points, and neither
 * does rendering the refusal for an address that has none left.
 */
const { perNode: MAX_WAITING_PAGES, perAddress: MAX_PAGES_PER_ADDRESS } = limits.waitingPages;

/**
 * Number of threads that render pages in each of `processes` processes: of the cores that a process has, one is left
 * for the main thread, whose sockets must not wait.
 */
export const pageThreads = (processes: number): number =>
  Math.max(1, Math.min(4, Math.floor(availableParallelism() / processes) - 1));

/** Paths that are never pages: below them, unknown paths are answered in JSON. */
const nonPagePattern = /^\/(api|email|discord\/call|files|dev|sandbox|socket\.io|assets|art)(\/|$)/;

/** Calls the API as a visitor, without leaving the process; rate limit points are taken by `takePoint`. */
const callInProcess = (
  app: FastifyInstance,
  { method, url }: PageCall,
  takePoint: TakeRateLimitPoint,
) =>
  withRateLimitPayer(takePoint, async () => {
    // Fastify sends the request when `inject` is awaited. It is awaited here, inside of `withRateLimitPayer`, so that
    // `takePoint` takes its rate limit points.
    const { statusCode, body } = await app.inject({ method, url });
    return { status: statusCode, body };
  });

/**
 * Creates a function that renders pages, as many at a time as the threads allow, and for different readers in turn, so
 * that a few addresses cannot take all places in the queue. It returns each page with the tags of the changes that make
 * the page outdated.
 */
function createPageRendering(app: FastifyInstance, options: PagesOptions): RenderPage {
  const { pageRenderer, policy, publicUrl } = options;
  const runReads = createCurrentReader(options.listener);
  const askApi = shareAnswers(
    (call, takePoint) => callInProcess(app, call, takePoint),
    options.listener,
  );
  const semaphore = createSemaphore(options.concurrency, MAX_WAITING_PAGES);
  return async (address, takePoint, readerKey) => {
    if (!(await semaphore.acquire(readerKey))) return err('unavailable');
    const listTags = new Set<string>();
    const callApi: CallApi = (call) => {
      // An API call without any id requests a list, so the page becomes outdated when something is added.
      if (uuidsIn(call.url).length === 0) listTags.add(LIST_TAG);
      return runReads(() => askApi(call, takePoint));
    };
    try {
      const renderedPage = await pageRenderer.make(new URL(publicUrl + address), callApi);
      for (const error of renderedPage.failures)
        app.log.error({ err: error }, 'rendering a page failed');
      // What is missing may be shown again by a change of its owner, whose id is not in the page.
      if (renderedPage.status === 404) listTags.add(LIST_TAG);
      const page = finishPage(renderedPage, policy ? policy(renderedPage.scripts) : null);
      return ok({ page, tags: [...renderedPage.ids, ...listTags] });
    } finally {
      semaphore.release();
    }
  };
}

/**
 * Creates a function that limits the renderings of an address to `MAX_PAGES_PER_ADDRESS` at a time: otherwise one address
 * could fill the queue in which the pages of all readers wait.
 */
function limitRenderingsPerAddress(): (addressOfReader: string) => LimitRendering {
  const begin = createConcurrencyLimit(MAX_PAGES_PER_ADDRESS);
  return (addressOfReader) => async (render) => {
    const end = begin(addressOfReader);
    if (!end) return err('rate_limited', { retryAfterMs: 1_000 });
    try {
      return await render(addressOfReader);
    } finally {
      end();
    }
  };
}

/** Answers every path that no other route answers with a page, kept or rendered now. */
export function mountPages(app: FastifyInstance, options: PagesOptions): void {
  const { listener, limiter, pageRenderer, publicUrl } = options;
  const pages = createKeptPages({
    renderPage: createPageRendering(app, options),
    onError: (error) => app.log.error({ err: error }, 'making a page anew failed'),
  });
  if (!listener) pages.suspend();
  listener?.on(CHANGES_CHANNEL, (tagsText) => pages.changed(tagsText.split(' ')));
  listener?.onLost(pages.suspend);
  listener?.onReconnect(pages.resume);
  app.addHook('onClose', () => pageRenderer.close());
  const limitRenderings = limitRenderingsPerAddress();
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = resolvePageUrl(request.raw.url ?? '/', publicUrl);
    if (!address.ok) return sendRefusal(request, reply, address);
    const redirectPath = pathWithoutHost(address.value);
    if (redirectPath !== null) return reply.redirect(redirectPath, 308);
    const { pathname, search } = address.value;
    if (nonPagePattern.test(pathname)) return sendRefusal(request, reply, err('not_found'));
    const limitKey = addressKey(request.ip);
    const readResult = await pages.read(
      pathname + search,
      (name) => limiter.take(name, limitKey),
      limitRenderings(limitKey),
    );
    if (!readResult.ok) return sendRefusal(request, reply, readResult);
    return sendPage(request, reply, readResult.value.page, readResult.value.ageMs);
  };
  app.get('/*', { exposeHeadRoute: true }, page);
}
