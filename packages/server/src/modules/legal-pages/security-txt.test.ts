import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { mountSecurityTxt } from './security-txt.ts';

let app: FastifyInstance;
beforeAll(() => {
  app = Fastify();
  mountSecurityTxt(app, {
    clock: fakeClock(),
    publicUrl: 'https://guilda.example',
    config: { teamEmail: 'equipe@guilda.example' },
  });
});
afterAll(() => app.close());

test('names the contact for vulnerabilities by RFC 9116', async () => {
  const answer = await app.inject('/.well-known/security.txt');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body).toBe(
    [
      'Contact: mailto:equipe@guilda.example',
      'Expires: 2027-05-19T00:00:00.000Z',
      'Preferred-Languages: pt, en',
      'Canonical: https://guilda.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});
