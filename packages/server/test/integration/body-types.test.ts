import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPost } from '../fixtures/data/builders.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';

let app: TestApp;
let person: TestPerson;
let otherPerson: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [person, otherPerson] = [await app.signIn('Ana'), await app.signIn('Bia')];
});
afterAll(() => app.close());

const FORM_TYPE = 'application/x-www-form-urlencoded';

async function send(method: string, path: string, body: string | FormData, contentType?: string) {
  const headers = contentType === undefined ? {} : { 'content-type': contentType };
  const response = await person.fetch(path, { method, body, headers });
  const text = await response.text();
  const answer = (text === '' ? {} : JSON.parse(text)) as { readonly code?: string };
  return { status: response.status, code: answer.code };
}

const formOf = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

describe('a multipart body', () => {
  it('is refused by an endpoint that reads JSON only, instead of counting as an empty one', async () => {
    const path = `/api/social/comment/${await buildPost(app.pool, otherPerson.uid)}/`;
    const refusal = { status: 415, code: 'content_type' };
    expect(await send('POST', path, formOf({ text: 'oi' }))).toEqual(refusal);
    expect(await send('POST', '/api/age/verification', formOf({ purpose: 'x' }))).toEqual(refusal);
    expect((await app.fetch(path, { method: 'POST', body: formOf({ text: 'oi' }) })).status).toBe(
      401,
    );
    const json = JSON.stringify({ text: 'oi' });
    expect(await send('POST', path, json, 'application/json')).toMatchObject({ status: 201 });
  });

  it('is read by an endpoint with files', async () => {
    expect((await send('PATCH', '/api/users/', formOf({ bio: 'Toco violão.' }))).status).toBe(200);
    expect((await person.api.users.getMe()).bio).toBe('Toco violão.');
  });

  it('without fields is accepted by an endpoint without a body', async () => {
    const path = `/api/notifications/mark-as-read/${person.uid}`;
    expect((await send('POST', path, formOf({}))).status).toBeLessThan(300);
  });
});

describe('an empty body', () => {
  it.each([
    FORM_TYPE,
    'text/plain',
    'application/octet-stream',
    'application/json',
    'multipart/form-data',
    'none',
  ])('of any type counts as none: %s', async (contentType) => {
    for (const [method, path] of [
      ['POST', `/api/notifications/mark-as-read/${person.uid}`],
      ['PUT', `/api/users/${otherPerson.uid}/block`],
      ['DELETE', `/api/users/${otherPerson.uid}/block`],
      ['POST', '/api/age/verification'],
    ] as const) {
      const { status } = await send(method, path, '', contentType);
      expect([path, status]).toEqual([path, expect.toSatisfy((value: number) => value < 300)]);
    }
  });

  it('lacks the fields that an endpoint requires', async () => {
    const path = `/api/social/comment/${await buildPost(app.pool, otherPerson.uid)}/`;
    const refusal = { status: 400, code: 'invalid_input' };
    expect(await send('POST', path, '', FORM_TYPE)).toEqual(refusal);
  });
});

it('a body of an unknown type is refused, also where none is read', async () => {
  for (const path of [
    `/api/notifications/mark-as-read/${person.uid}`,
    `/api/social/comment/${otherPerson.uid}/`,
  ])
    expect(await send('POST', path, 'a=b', FORM_TYPE)).toEqual({
      status: 415,
      code: 'content_type',
    });
});
