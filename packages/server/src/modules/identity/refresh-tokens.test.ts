import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashToken } from './access-tokens.ts';
import { createRefreshTokens } from './refresh-tokens.ts';

const tokens = createRefreshTokens('a key of the program');
const origin = { id: randomUUID(), firstHash: hashToken('the first one') };
const generations = fc.integer({ min: 1, max: 0xffff_ffff });

test('a token contains session and generation and is deterministic', () => {
  fc.assert(
    fc.property(fc.uuid(), generations, (id, generation) => {
      const token = tokens.of({ ...origin, id }, generation);
      expect(token).toMatch(/^[\w-]{70}$/);
      expect(tokens.of({ ...origin, id }, generation)).toBe(token);
      expect(tokens.read(token)).toEqual({ sessionId: id, generation });
      expect(tokens.matches(token, { ...origin, id }, generation)).toBe(true);
    }),
  );
});

test('a token matches no other generation, session, first token or key', () => {
  fc.assert(
    fc.property(generations, generations, (generation, other) => {
      const token = tokens.of(origin, generation);
      expect(tokens.matches(token, origin, other)).toBe(generation === other);
      const elsewhere = { ...origin, id: randomUUID() };
      expect(tokens.matches(token, elsewhere, generation)).toBe(false);
      const begunAnew = { ...origin, firstHash: hashToken('another one') };
      expect(tokens.matches(token, begunAnew, generation)).toBe(false);
      expect(createRefreshTokens('another key').matches(token, origin, generation)).toBe(false);
    }),
  );
});

test('first tokens, changed tokens and arbitrary texts are not parsed', () => {
  const token = tokens.of(origin, 7);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AQgw09azAZ-_'), (at, letter) => {
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      fc.pre(changed !== token);
      expect(tokens.matches(changed, origin, tokens.read(changed)?.generation ?? 0)).toBe(false);
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 512 }), (text) => {
      expect(tokens.matches(text, origin, 7)).toBe(false);
    }),
  );
  expect(tokens.read('x'.repeat(43))).toBeNull();
  expect(tokens.matches(token, origin, 0)).toBe(false);
});
