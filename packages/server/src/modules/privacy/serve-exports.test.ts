import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { err } from '../../platform/result.ts';
import { serveExports } from './serve-exports.ts';

it('requests of an export address count towards the general limit of its person, before anything is read', async () => {
  const takenPoints: string[] = [];
  const failToRead = () => {
    throw new Error('this request must read nothing');
  };
  await using app = Fastify();
  await app.register(serveExports, {
    database: { db: new Proxy({}, { get: failToRead }) as never },
    files: { get: failToRead, stat: failToRead },
    exportAddresses: {
      create: failToRead,
      read: (token) => (token === 'signed' ? { id: 'export', personId: 'ana' } : null),
    },
    limiter: {
      take: async (name, key) => {
        takenPoints.push(`${name} ${key}`);
        return err('rate_limited', { retryAfterMs: 1_000 });
      },
    },
  });
  const refusal = await app.inject('/files/exports/signed');
  expect(refusal.statusCode).toBe(429);
  expect(refusal.headers['retry-after']).toBe('1');
  expect((await app.inject('/files/exports/forged')).statusCode).toBe(404);
  expect(takenPoints).toEqual(['general ana']);
});
