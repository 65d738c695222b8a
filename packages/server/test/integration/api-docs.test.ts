import scalar from '@scalar/fastify-api-reference';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpApp } from '../../src/platform/http/app.ts';
import { mountApiDocs } from '../../src/platform/http/openapi.ts';
import { createLogger } from '../../src/platform/telemetry/logging.ts';
import { TESTS_OVERLOAD_MS } from '../fixtures/server/overload.ts';

let url: string;
let closeServer: () => Promise<void>;
/** Number of next attempts to load the library of the page that fail. */
let failuresToCome = 0;
let loadCount = 0;

beforeAll(async () => {
  const app = await createHttpApp({
    log: createLogger('silent'),
    https: false,
    trustedProxies: null,
    overloadMs: TESTS_OVERLOAD_MS,
  });
  mountApiDocs(
    app,
    () => ({}),
    async () => {
      loadCount += 1;
      failuresToCome -= 1;
      if (failuresToCome >= 0)
        throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
      return { default: scalar };
    },
  );
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  closeServer = () => app.close();
});
afterAll(() => closeServer());

/** Status of an answer that is received to its end; otherwise closing the server would wait for its connection. */
async function readStatus(path: string): Promise<number> {
  const response = await fetch(`${url}${path}`);
  await response.arrayBuffer();
  return response.status;
}

const encodedBy = (encoding: string) => ({ 'accept-encoding': encoding });

it.each(['/api/docs/', '/api/docs/js/scalar.js'])(
  '%s is 503 while the library cannot be loaded, and then loaded once',
  async (path) => {
    failuresToCome = 2;
    loadCount = 0;
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refusal = await fetch(`${url}${path}`);
      expect(refusal.status).toBe(503);
      expect(refusal.headers.get('retry-after')).toBe('2');
      expect(await refusal.json()).toMatchObject({
        code: 'unavailable',
        error: 'Serviço temporariamente indisponível.',
      });
    }
    expect(await Promise.all([1, 2, 3].map(() => readStatus(path)))).toEqual([200, 200, 200]);
    expect(await readStatus(path)).toBe(200);
    expect(loadCount).toBe(3);
  },
);

it.each(['/api/docs/js/scalar.js', '/api/openapi.json'])(
  '%s is compressed for readers who accept it',
  async (path) => {
    const plainText = await (
      await fetch(`${url}${path}`, { headers: encodedBy('identity') })
    ).text();
    for (const encoding of ['br', 'gzip']) {
      const response = await fetch(`${url}${path}`, { headers: encodedBy(encoding) });
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('vary')).toBe('accept-encoding');
      expect(await response.text()).toBe(plainText);
    }
  },
);
