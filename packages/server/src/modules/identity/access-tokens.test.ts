import { describe, expect, it } from 'vitest';
import { createAccessTokens } from './access-tokens.ts';

const tokenClaims = { uid: 'ana', sessionId: 'telefone' };
const TOKEN_SECRET = 'a secret of at least thirty-two characters';

function tokensAt(startsAt = '2026-01-05T12:00:00Z', secret = TOKEN_SECRET) {
  const time = { now: new Date(startsAt) };
  return { time, tokens: createAccessTokens(secret, { now: () => time.now }) };
}

describe('an access token', () => {
  it('gives the same claims at each verification', async () => {
    const { tokens } = tokensAt();
    const token = await tokens.sign(tokenClaims);
    expect(await tokens.verify(token)).toEqual(tokenClaims);
    expect(await tokens.verify(token)).toEqual(tokenClaims);
  });

  it('expires after 15 minutes, cached or not', async () => {
    const { time, tokens } = tokensAt();
    const [read, unread] = [
      await tokens.sign(tokenClaims),
      await tokens.sign({ ...tokenClaims, uid: 'bia' }),
    ];
    time.now = new Date('2026-01-05T12:14:59Z');
    expect(await tokens.verify(read)).toEqual(tokenClaims);
    time.now = new Date('2026-01-05T12:15:00Z');
    expect(await tokens.verify(read)).toBeNull();
    expect(await tokens.verify(unread)).toBeNull();
  });

  it('with a foreign signature or changed content is invalid, also after a valid one', async () => {
    const { tokens } = tokensAt();
    const token = await tokens.sign(tokenClaims);
    const foreignToken = await tokensAt(undefined, `${TOKEN_SECRET}!`).tokens.sign(tokenClaims);
    await tokens.verify(token);
    for (const badToken of [
      foreignToken,
      `${token}x`,
      token.replace(/\.[^.]+$/, '.'),
      '',
      'x.y.z',
    ]) {
      expect(await tokens.verify(badToken)).toBeNull();
    }
  });
});
