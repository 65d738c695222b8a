import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Interaction, type Provider } from 'oidc-provider';
import { parseAccountChoice } from './account-choice.ts';
import { type DemoAddresses, demoOidcPath, hostForRequest } from './addresses.ts';
import { serveAssets } from './assets.ts';
import type { DemoPerson } from './demo-person.ts';
import type { DemoPages } from './pages.ts';
import { interactionResultOf } from './provider.ts';

const MAX_FORM_BYTES = 4096;

/** The provider and its URLs. Both are created at their first use, because they need the URL of the listening site. */
export interface DemoSite {
  readonly provider: Provider;
  readonly addresses: DemoAddresses;
}

export interface MountOptions {
  /** Returns the provider; called for each request. */
  readonly site: () => DemoSite;
  readonly people: readonly DemoPerson[];
  readonly pages: DemoPages;
}

/**
 * Mounts the sign-in provider under `/sandbox/oidc`: the routes of the protocol, the account chooser and the files of
 * its pages. Other routes of the library are not reachable.
 */
export async function mountDemoOidc(app: FastifyInstance, options: MountOptions): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('onSend', async (_request, reply) => {
        reply.headers({ ...pageHeaders(options), ...cacheControlHeader(reply) });
      });
      addFormParser(scope);
      await serveAssets(scope);
      serveProtocol(scope, options);
      serveAccountChooser(scope, options);
    },
    { prefix: demoOidcPath },
  );
}

/**
 * Headers of the sign-in pages, which run no scripts and cannot be framed. `form-action` includes every origin of the
 * site, because browsers also apply it to redirects after a form. The opener policy allows the window to reach the page
 * that opened it.
 */
function pageHeaders({ site, people }: MountOptions): Record<string, string> {
  const { origins } = site().addresses;
  const pictureOrigins = people.flatMap(({ picture }) => URL.parse(picture ?? '')?.origin ?? []);
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    ["img-src 'self'", ...new Set(pictureOrigins)].join(' '),
    ["form-action 'self'", ...origins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}

function cacheControlHeader(reply: FastifyReply): Record<string, string> {
  return reply.hasHeader('cache-control') ? {} : { 'cache-control': 'no-store' };
}

function addFormParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

function serveProtocol(app: FastifyInstance, options: MountOptions): void {
  const { site } = options;
  const forward = (hostOf: (request: FastifyRequest) => string | undefined) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const { provider, addresses } = site();
      const { raw } = request;
      const host = hostForRequest(addresses, hostOf(request));
      reply.hijack();
      for (const [name, value] of Object.entries(pageHeaders(options))) {
        reply.raw.setHeader(name, value);
      }
      raw.headers['x-forwarded-host'] = host;
      raw.headers['x-forwarded-proto'] = new URL(addresses.origin).protocol.slice(0, -1);
      // The library computes the path at which it is mounted by comparing `originalUrl` with `url`.
      Object.assign(raw, { originalUrl: raw.url, url: raw.url?.slice(demoOidcPath.length) });
      await provider.callback()(raw, reply.raw);
    };
  };
  const forwardWithPublicHost = forward(() => undefined);
  const forwardWithRequestHost = forward((request) => request.headers.host);
  app.get('/.well-known/openid-configuration', forwardWithPublicHost);
  app.get('/jwks', forwardWithPublicHost);
  app.get('/auth', forwardWithRequestHost);
  app.get('/auth/:uid', forwardWithRequestHost);
}

function serveAccountChooser(app: FastifyInstance, { site, people, pages }: MountOptions): void {
  type Route = { Params: { uid: string }; Querystring: { conta?: unknown }; Body: unknown };

  app.get<Route>('/interaction/:uid', async (request, reply) => {
    if (!(await findInteraction(site().provider, request, reply))) return sendExpired(reply, pages);
    const { uid } = request.params;
    if (request.query.conta !== 'outra') return sendPage(reply, pages.chooser(uid, people));
    return sendPage(reply, pages.otherAccount(uid, { email: '', name: '', errors: {} }));
  });

  app.post<Route>('/interaction/:uid', async (request, reply) => {
    if (!(await findInteraction(site().provider, request, reply))) return sendExpired(reply, pages);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const choice = parseAccountChoice(form, people);
    if (choice.kind === 'mistake') {
      return sendPage(reply.code(400), pages.otherAccount(request.params.uid, choice.form));
    }
    return finishInteraction(site().provider, request, reply, interactionResultOf(choice.account));
  });

  app.post<Route>('/interaction/:uid/cancel', async (request, reply) => {
    if (!(await findInteraction(site().provider, request, reply))) return sendExpired(reply, pages);
    return finishInteraction(site().provider, request, reply, { error: 'access_denied' });
  });
}

/**
 * Finds the authorization request that this browser is answering; undefined when the request expired or was sent by
 * another browser.
 */
async function findInteraction(
  provider: Provider,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
): Promise<Interaction | undefined> {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    return interaction.uid === request.params.uid ? interaction : undefined;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

async function finishInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Parameters<Provider['interactionResult']>[2],
) {
  const returnTo = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  return reply.redirect(returnTo, 303);
}

function sendPage(reply: FastifyReply, page: string) {
  return reply.type('text/html; charset=utf-8').send(page);
}

function sendExpired(reply: FastifyReply, pages: DemoPages) {
  return sendPage(reply.code(400), pages.problem('expired'));
}
