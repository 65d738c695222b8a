import { endpoints } from '@guilda/contract';
import type { Endpoint } from '@guilda/contract/endpoint';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/telemetry/logging.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';

let app: TestApp;
let person: TestPerson;
/** Log lines of the levels `warn` and above. */
let logLines: string[] = [];
beforeAll(async () => {
  const log = createLogger('warn', { write: (line: string) => logLines.push(line) });
  app = await startTestApp({ log });
  person = await app.signIn('Bagunceira');
});
afterAll(() => app.close());
afterEach(() => {
  const writtenLines = logLines;
  logLines = [];
  expect(writtenLines).toEqual([]);
});

const runsPerEndpoint = Number(process.env['FUZZ_RUNS'] ?? 40);

const hostileText = fc.constantFrom(
  '\0',
  '%00',
  '\ud800',
  '\u202e',
  "'; --",
  '../../etc/passwd',
  '1e309',
  '-1',
  'NaN',
  '99999999999999999999',
  '2026-13-45',
  '00000000-0000-0000-0000-000000000000',
  'null',
  '{}',
  '[]',
  '\u0000\u0000',
  'a'.repeat(5000),
);
const scalarArbitrary = fc.oneof(
  hostileText,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const valueArbitrary = fc.oneof(
  scalarArbitrary,
  fc.array(scalarArbitrary, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 10 }), scalarArbitrary, { maxKeys: 3 }),
);

const namesOf = (schema: unknown): string[] =>
  Object.keys((schema as { shape?: object })?.shape ?? {});

/** Generates URLs of an endpoint with random values in parameters and query; some parameters are not encoded. */
function addressOf(endpoint: Endpoint) {
  const text = scalarArbitrary.map(
    (value) => encodeURIComponent(toWellFormed(String(value))) || 'x',
  );
  const rawText = fc.constantFrom('%00', '%ff', '%', '..%2f..', '%E0%A4%A', 'a%0d%0ab');
  return fc
    .record({
      part: fc.oneof(text, rawText),
      query: fc.array(
        fc.tuple(fc.constantFrom('limit', 'cursor', 'q', ...namesOf(endpoint.query)), text),
        {
          maxLength: 4,
        },
      ),
    })
    .map(({ part, query }) => {
      const path = endpoint.path.replace(/:[A-Za-z]+/g, () => part);
      return query.length > 0 ? `${path}?${query.map((pair) => pair.join('=')).join('&')}` : path;
    });
}

const toWellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');

function bodyOf(endpoint: Endpoint) {
  const fieldNames = namesOf(endpoint.body);
  const knownBody = fc.dictionary(fc.constantFrom('x', ...fieldNames), valueArbitrary, {
    maxKeys: 8,
  });
  return fc.oneof(
    knownBody.map((body) => ({ type: 'application/json', text: JSON.stringify(body) })),
    valueArbitrary.map((body) => ({
      type: 'application/json',
      text: JSON.stringify(body) ?? 'null',
    })),
    fc.constantFrom(
      { type: 'application/json', text: '{"a":' },
      { type: 'application/json', text: '{"__proto__":{"role":"admin"}}' },
      { type: 'text/plain', text: 'oi' },
      { type: 'application/x-www-form-urlencoded', text: 'a=b' },
      { type: 'multipart/form-data', text: 'no boundary' },
      { type: 'multipart/form-data; boundary=x', text: '--x\r\nbroken' },
    ),
  );
}

const everyEndpoint: [string, Endpoint][] = Object.values(endpoints)
  .flatMap((group) => Object.values(group) as Endpoint[])
  // Deleting the account would end the session of the test.
  .filter(({ path }) => path !== '/api/users/delete')
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]);

describe('no input of a client causes a 5xx or an error in the log', () => {
  it.each(everyEndpoint)('%s', async (_, endpoint) => {
    const hasBody = endpoint.method !== 'GET';
    await fc.assert(
      fc.asyncProperty(
        addressOf(endpoint),
        bodyOf(endpoint),
        fc.boolean(),
        async (url, body, isSignedIn) => {
          const headers = new Headers(hasBody ? { 'content-type': body.type } : {});
          headers.set('idempotency-key', 'fuzz');
          if (isSignedIn) headers.set('authorization', `Bearer ${person.tokens.accessToken}`);
          const response = await app.fetch(url, {
            method: endpoint.method,
            headers,
            ...(hasBody ? { body: body.text } : {}),
          });
          const answer = await response.text();
          expect(response.status, `${url} ${body.text} → ${answer}`).toBeLessThan(500);
          if (response.status >= 400) {
            expect(JSON.parse(answer)).toMatchObject({
              error: expect.any(String),
              code: expect.any(String),
              requestId: expect.any(String),
            });
          }
        },
      ),
      { numRuns: runsPerEndpoint },
    );
  });

  it('the program still answers after all random requests', async () => {
    expect((await app.fetch('/readyz')).status).toBe(200);
    expect((await person.api.users.getMe()).uid).toBe(person.uid);
  });
});
