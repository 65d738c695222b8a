import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefreshClient } from '../../../test/fixtures/clients/refresh-client.ts';
import { startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';

/** Long enough for the requests of a busy machine, which also pass time. */
const GRACE_SECONDS = 600;

let app: TestApp;
let client: ReturnType<typeof createRefreshClient>;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp({ env: { REFRESH_GRACE_SECONDS: `${GRACE_SECONDS}` } });
  client = createRefreshClient(app);
});
afterAll(() => app.close());

const stepArbitrary = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      back: fc.nat(3),
      rotate: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      seconds: fc.constantFrom(100, 200, 300),
    }),
  },
);

describe('a refresh token', () => {
  it('keeps its promises in any order of requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 4, maxLength: 24 }), async (steps) => {
        personCount += 1;
        const person = await app.signIn(`Girando${personCount}`);
        const { uid } = person;
        const issuedTokens = [person.tokens.refreshToken];
        const secondsSinceReplacement: number[] = [];
        for (const step of steps) {
          if (step.kind === 'pass') {
            await client.ageReplacedTokens(uid, step.seconds);
            for (const n of secondsSinceReplacement.keys())
              secondsSinceReplacement[n] = (secondsSinceReplacement[n] ?? 0) + step.seconds;
            continue;
          }
          const generation = Math.max(0, issuedTokens.length - 1 - step.back);
          const tokenRequest = client.requestTokens(
            uid,
            issuedTokens[generation] ?? '',
            step.rotate,
          );
          if ((secondsSinceReplacement[generation] ?? 0) >= GRACE_SECONDS) {
            await client.expectRefused(tokenRequest);
            await client.expectRefused(client.requestTokens(uid, issuedTokens.at(-1) ?? ''));
            expect(await client.hasActiveSession(person)).toBe(false);
            return;
          }
          const { refreshToken } = await tokenRequest;
          expect(refreshToken !== undefined).toBe(step.rotate);
          if (refreshToken === undefined) continue;
          if (generation < issuedTokens.length - 1)
            expect(refreshToken).toBe(issuedTokens[generation + 1]);
          else {
            expect(issuedTokens).not.toContain(refreshToken);
            issuedTokens.push(refreshToken);
            secondsSinceReplacement.push(0);
          }
          expect(await client.hasActiveSession(person)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
