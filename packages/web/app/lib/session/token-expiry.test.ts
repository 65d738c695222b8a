import { expect, test } from 'vitest';
import { readTokenExpiry } from './token-expiry.ts';

const buildJwt = (payload: unknown) =>
  `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;

test('the expiry of a token is read, and an invalid token has none', () => {
  expect(readTokenExpiry(buildJwt({ exp: 1_800_000_000, name: 'ção?>' }))).toBe(1_800_000_000_000);
  expect(readTokenExpiry(buildJwt({}))).toBeNull();
  expect(readTokenExpiry('old')).toBeNull();
});
