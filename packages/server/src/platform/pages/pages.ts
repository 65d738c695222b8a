import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ApiClient, ApiError, createClient, type Transport } from '@guilda/contract/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { sendRefusal } from '../http/refusal.ts';
import { err } from '../result.ts';
import { pathWithoutHost, resolvePageUrl } from './page-address.ts';

/** Load context keys that the web app's server entry exports. */
interface PageContexts {
  readonly nonceContext: Parameters<RouterContextProvider['set']>[0];
  readonly apiContext: Parameters<RouterContextProvider['set']>[0];
  readonly reportContext: Parameters<RouterContextProvider['set']>[0];
  readonly installationContext: Parameters<RouterContextProvider['set']>[0];
}

/** Settings of the installation that pages show or depend on; constant while the server runs. */
export interface InstallationSettings {
  /** Whether calls are available, which needs Discord. */
  readonly calls: boolean;
  /** Hours after which a paid order that was not started is refunded. */
  readonly startHours: number;
  /** Hours within which a seller answers a dispute before the buyer gets everything back; fractions are possible. */
  readonly disputeAnswerHours: number;
  /** Platform fee in whole per cent. */
  readonly feePercent: number;
  /** Age in years that people have to prove before they take part; null for none. */
  readonly accountAge: number | null;
}

/** Values of the installation that pages need. */
export interface PageSite {
  /** Public URL of the program without a trailing slash. */
  readonly publicUrl: string;
  /** Origin outside of the program from which pictures and videos are loaded; null for none. */
  readonly filesOrigin: string | null;
  readonly installation: InstallationSettings;
}

/** Adds the routes of the pages to the application. */
export type MountPages = (app: FastifyInstance, site: PageSite) => Promise<void>;

export interface PagesOptions extends Pick<PageSite, 'publicUrl' | 'installation'> {
  /** Returns the web app's server build; a function because the build changes in development. */
  readonly build: () => Promise<ServerBuild>;
  /** The pages' Content-Security-Policy; null for none (development). */
  readonly policy: ((nonce: string) => string) | null;
  readonly mode: 'production' | 'development';
}

/** Paths that are never pages: below them, unknown paths are answered in JSON. */
const nonPagePattern = /^\/(api|email|discord\/call|files|dev|sandbox|socket\.io|assets|art)(\/|$)/;

/** Transport that calls the application in-process; rate limits count it as the visitor at `ip`. */
export function inProcessTransport(app: FastifyInstance, ip: string): Transport {
  return async ({ method, url, body, headers }) => {
    const answer = await app.inject({
      method,
      url,
      headers,
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body as Record<string, unknown> }),
    });
    const decoded = answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown);
    if (answer.statusCode >= 400) {
      throw new ApiError(answer.statusCode, decoded as Record<string, unknown>);
    }
    return decoded;
  };
}

/** Converts Fastify's request into the web `Request` that loaders get. */
function toWebRequest(request: FastifyRequest, url: URL, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  // A `HEAD` request renders the page as well; Node leaves the body out of the answer.
  return new Request(url, { method: 'GET', headers, signal });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.body) return reply.send();
  return reply.send(Readable.fromWeb(response.body));
}

/** Values that loaders get from the load context. */
interface ContextValues {
  readonly client: ApiClient;
  readonly nonce: string;
  readonly installation: InstallationSettings;
  readonly report: (error: unknown) => void;
}

function createLoadContext(build: ServerBuild, values: ContextValues): RouterContextProvider {
  // React Router's type of the entry module lacks its own exports; the web app's entry exports these keys.
  const keys = build.entry.module as unknown as PageContexts;
  const context = new RouterContextProvider();
  context.set(keys.nonceContext, values.nonce);
  context.set(keys.apiContext, values.client);
  context.set(keys.reportContext, values.report);
  context.set(keys.installationContext, values.installation);
  return context;
}

function reportFailure(request: FastifyRequest, error: unknown): void {
  request.log.error({ err: error }, 'rendering a page failed');
}

/** Renders a page for every path that no other route answers. */
export function mountPages(app: FastifyInstance, options: PagesOptions): void {
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = resolvePageUrl(request.raw.url ?? '/', options.publicUrl);
    if (!address.ok) return sendRefusal(request, reply, address);
    const elsewhere = pathWithoutHost(address.value);
    if (elsewhere !== null) return reply.redirect(elsewhere, 308);
    if (nonPagePattern.test(address.value.pathname))
      return sendRefusal(request, reply, err('not_found'));
    const build = await options.build();
    const nonce = options.policy ? randomBytes(16).toString('base64') : '';
    const disconnected = new AbortController();
    reply.raw.once('close', () => disconnected.abort());
    const client = createClient(inProcessTransport(app, request.ip));
    const response = await createRequestHandler(build, options.mode)(
      toWebRequest(request, address.value, disconnected.signal),
      createLoadContext(build, {
        ...{ client, nonce, installation: options.installation },
        report: (error) => reportFailure(request, error),
      }),
    );
    if (options.policy) reply.header('content-security-policy', options.policy(nonce));
    else reply.removeHeader('content-security-policy').raw.removeHeader('content-security-policy');
    reply.header('cache-control', 'no-store');
    return sendResponse(reply, response);
  };
  app.get('/*', { exposeHeadRoute: true }, page);
}
