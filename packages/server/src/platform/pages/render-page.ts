import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { ApiError, createClient, type Transport } from '@guilda/contract/client';
import type { Company } from '@guilda/contract/privacy/legal-pages';
import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';

/** Settings of the installation that pages show or depend on; constant while the server runs. */
export interface InstallationSettings {
  /** Whether calls are available, which needs Discord. */
  readonly calls: boolean;
  /** Minutes that a buyer has to pay an order. */
  readonly paymentMinutes: number;
  /** Hours after which a paid order that was not started is refunded. */
  readonly startHours: number;
  /**
   * Hours within which a seller must answer a dispute; otherwise the buyer gets the whole price back. Fractions are
   * possible.
   */
  readonly disputeAnswerHours: number;
  /** Platform fee in whole per cent. */
  readonly feePercent: number;
  /** Age in years that people must prove before using an account; null for none. */
  readonly accountAge: number | null;
  /** The company that runs the installation. */
  readonly company: Company;
}

/** Sources of pages: the web app's server build and the settings of the installation. */
export interface PageSource {
  readonly build: ServerBuild;
  readonly installation: InstallationSettings;
  readonly mode: 'production' | 'development';
}

/** A request of a page's loader to the API. */
export interface PageCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
}

/** The API's answer to a loader; `body` is JSON text. */
export interface CallAnswer {
  readonly status: number;
  readonly body: string;
}

/** Calls the API for a page, as a visitor. */
export type CallApi = (call: PageCall) => Promise<CallAnswer>;

/** A page as rendered for a visitor. It depends on the address of the request, not on anything else in the request. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** The body compressed by brotli; empty for an empty body. */
  readonly br: Uint8Array;
  /** Length of the uncompressed body in bytes. */
  readonly size: number;
  /** Weak entity tag of the body, the same for each encoding. */
  readonly etag: string;
  /** Sources of the Content-Security-Policy (`'sha256-…'`) for the inline scripts that the app wrote. */
  readonly scripts: readonly string[];
  /** Every UUID in the page's address and body, such as those of people, services and posts on the page. */
  readonly ids: readonly string[];
  /** Errors during rendering; a page with errors is incomplete. */
  readonly failures: readonly unknown[];
}

/** Keys of React Router's load context that the web app's server entry exports. */
type ContextKey = Parameters<RouterContextProvider['set']>[0];
type PageContexts = Record<
  'nonceContext' | 'apiContext' | 'reportContext' | 'installationContext',
  ContextKey
>;

/** A UUID without its first eight digits; searching from the hyphen on is five times as fast. */
const uuidEnd = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** All distinct UUIDs in a text. */
export const uuidsIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(uuidEnd), ({ index }) => text.slice(index - 8, index + 28))),
];

function transportOf(callApi: CallApi): Transport {
  return async ({ method, url }) => {
    const { status, body } = await callApi({ method, url });
    const decodedBody = body === '' ? undefined : (JSON.parse(body) as unknown);
    if (status >= 400) throw new ApiError(status, decodedBody as Record<string, unknown>);
    return decodedBody;
  };
}

function createLoadContext(
  { build, installation }: PageSource,
  nonce: string,
  callApi: CallApi,
  report: (error: unknown) => void,
): RouterContextProvider {
  // React Router's type of the entry module lacks its own exports; the web app's entry exports these keys.
  const contextKeys = build.entry.module as unknown as PageContexts;
  const context = new RouterContextProvider();
  context.set(contextKeys.nonceContext, nonce);
  context.set(contextKeys.apiContext, createClient(transportOf(callApi)));
  context.set(contextKeys.reportContext, report);
  context.set(contextKeys.installationContext, installation);
  return context;
}

/**
 * Removes the nonce from a rendered page and returns the hashes of the inline scripts that had it. Scripts that entered
 * the page in any other way have no nonce and get no hash, so browsers do not run them.
 */
export function replaceNonceByHashes(html: string, nonce: string) {
  const inlineScriptPattern = new RegExp(
    `<script\\b([^>]*) nonce="${nonce}"[^>]*>([\\s\\S]*?)</script>`,
    'g',
  );
  const scripts = [...html.matchAll(inlineScriptPattern)].flatMap(([, , code = '']) =>
    code === '' ? [] : [`'sha256-${createHash('sha256').update(code).digest('base64')}'`],
  );
  return { html: html.replaceAll(` nonce="${nonce}"`, ''), scripts: [...new Set(scripts)] };
}

/**
 * Quality of brotli (0 to 11). Higher qualities take more time than they save, because kept pages are only used for
 * seconds.
 */
const BROTLI_QUALITY = 4;

const compress = promisify(brotliCompress);

/** Compresses a page of `size` bytes in Node's thread pool; the page's own thread renders the next page meanwhile. */
const compressByBrotli = async (text: string, size: number): Promise<Uint8Array> =>
  size === 0
    ? new Uint8Array()
    : compress(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: size,
        },
      });

/** Request handlers by build: creating one compiles all routes. */
const requestHandlers = new WeakMap<ServerBuild, RequestHandler>();

function requestHandlerOf({ build, mode }: PageSource): RequestHandler {
  const handler = requestHandlers.get(build) ?? createRequestHandler(build, mode);
  requestHandlers.set(build, handler);
  return handler;
}

/** Renders the page at `url` for a visitor, and compresses it. */
export async function renderPage(
  source: PageSource,
  url: URL,
  callApi: CallApi,
): Promise<RenderedPage> {
  const failures: unknown[] = [];
  const nonce = randomBytes(16).toString('hex');
  const response = await requestHandlerOf(source)(
    new Request(url),
    createLoadContext(source, nonce, callApi, (error) => failures.push(error)),
  );
  const { html, scripts } = replaceNonceByHashes(await response.text(), nonce);
  const size = Buffer.byteLength(html);
  const etag = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  return {
    status: response.status,
    headers: [...response.headers],
    br: await compressByBrotli(html, size),
    size,
    etag: `W/"${etag}"`,
    scripts,
    ids: uuidsIn(`${url.pathname}${url.search}\n${html}`),
    failures,
  };
}
