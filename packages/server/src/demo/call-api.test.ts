import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { callApi } from './call-api.ts';

it('a request is repeated while the program is too busy, and fails with every other error', async () => {
  const app = Fastify();
  const statuses = [503, 503, 200];
  app.get('/busy', async (_, reply) => reply.code(statuses.shift() ?? 200).send({ done: true }));
  app.get('/wrong', async (_, reply) => reply.code(409).send({}));
  expect(await callApi(app, { method: 'GET', url: '/busy' }, 1)).toEqual({ done: true });
  expect(statuses).toEqual([]);
  await expect(callApi(app, { method: 'GET', url: '/wrong' }, 1)).rejects.toThrow('answered 409');
  await app.close();
});
