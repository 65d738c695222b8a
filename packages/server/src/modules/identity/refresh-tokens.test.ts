import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashToken } from './access-tokens.ts';
import { createRefreshTokens } from './refresh-tokens.ts';

const refreshTokens = createRefreshTokens('a key of the program');
const tokenOrigin = { id: randomUUID(), firstHash: hashToken('the first one') };
const generationArbitrary = fc.integer({ min: 1, max: 0xffff_ffff });

test('a token contains session and generation and is deterministic', () => {
  fc.assert(
    fc.property(fc.uuid(), generationArbitrary, (id, generation) => {
      const token = refreshTokens.tokenOf({ ...tokenOrigin, id }, generation);
      expect(token).toMatch(/^[\w-]{70}$/);
      expect(refreshTokens.tokenOf({ ...tokenOrigin, id }, generation)).toBe(token);
      expect(refreshTokens.parse(token)).toEqual({ sessionId: id, generation });
      expect(refreshTokens.matches(token, { ...tokenOrigin, id }, generation)).toBe(true);
    }),
  );
});

test('a token matches no other generation, session, first token or key', () => {
  fc.assert(
    fc.property(generationArbitrary, generationArbitrary, (generation, otherGeneration) => {
      const token = refreshTokens.tokenOf(tokenOrigin, generation);
      expect(refreshTokens.matches(token, tokenOrigin, otherGeneration)).toBe(
        generation === otherGeneration,
      );
      const otherSessionOrigin = { ...tokenOrigin, id: randomUUID() };
      expect(refreshTokens.matches(token, otherSessionOrigin, generation)).toBe(false);
      const restartedOrigin = { ...tokenOrigin, firstHash: hashToken('another one') };
      expect(refreshTokens.matches(token, restartedOrigin, generation)).toBe(false);
      expect(createRefreshTokens('another key').matches(token, tokenOrigin, generation)).toBe(
        false,
      );
    }),
  );
});

test('first tokens, changed tokens and arbitrary texts are not parsed', () => {
  const token = refreshTokens.tokenOf(tokenOrigin, 7);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AQgw09azAZ-_'), (at, letter) => {
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      fc.pre(changed !== token);
      expect(
        refreshTokens.matches(changed, tokenOrigin, refreshTokens.parse(changed)?.generation ?? 0),
      ).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 512 }), (text) => {
      expect(refreshTokens.matches(text, tokenOrigin, 7)).toBe(false);
    }),
  );
  expect(refreshTokens.parse('x'.repeat(43))).toBeNull();
  expect(refreshTokens.matches(token, tokenOrigin, 0)).toBe(false);
});
