/**
 * Routes outside of the contract, with the status that a visitor gets: files, probes, documents, and webhooks of
 * providers, which are authenticated by their signature.
 */
export const plainRoutes: Readonly<
  Record<string, { readonly url: string; readonly status: number }>
> = {
  'GET /healthz': { url: '/healthz', status: 200 },
  'GET /readyz': { url: '/readyz', status: 200 },
  'GET /.well-known/security.txt': { url: '/.well-known/security.txt', status: 200 },
  'GET /api/openapi.json': { url: '/api/openapi.json', status: 200 },
  'GET /api/docs/': { url: '/api/docs/', status: 200 },
  'GET /api/docs/js/scalar.js': { url: '/api/docs/js/scalar.js', status: 200 },
  'GET /avisos/sair/:token': { url: '/avisos/sair/x', status: 404 },
  'POST /avisos/sair/:token': { url: '/avisos/sair/x', status: 404 },
  'GET /files/exports/:token': { url: '/files/exports/x', status: 404 },
  'GET /files/packs/:word': { url: '/files/packs/x', status: 404 },
  'GET /files/pictures/:id/:file': { url: '/files/pictures/x/y.webp', status: 404 },
  'GET /files/previews/posts/:file': { url: '/files/previews/posts/x.png', status: 404 },
  'GET /files/previews/services/:file': { url: '/files/previews/services/x.png', status: 404 },
  'POST /api/age/webhooks/:provider': { url: '/api/age/webhooks/demo', status: 401 },
  'POST /api/payments/webhooks/:provider': { url: '/api/payments/webhooks/demo', status: 401 },
  'POST /api/payouts/webhooks/:provider': {
    url: '/api/payouts/webhooks/mercadopago',
    status: 404,
  },
};

/** Matches `METHOD /path` of routes that exist in demo mode only. */
export const demoOnlyRoutes = /^(GET|POST|PATCH|DELETE) \/(sandbox|dev)\//;
