import { expect, it } from 'vitest';
import { createFakeChanges } from '../../../test/fixtures/fakes/fake-changes.ts';
import type { TakeRateLimitPoint } from '../limits/rate-limit-payer.ts';
import { err, ok } from '../result.ts';
import type { PageCall } from './render-page.ts';
import { type AskApi, shareAnswers } from './shared-answers.ts';

const list: PageCall = { method: 'GET', url: '/api/services?q=aula' };

/** An API whose answers have a number each and cost one point; without a point it answers 429. */
function createNumberedApi(status = 200) {
  const changes = createFakeChanges();
  let answerCount = 0;
  const askApi: AskApi = async (_call, takePoint) => {
    const point = await takePoint('search');
    answerCount += 1;
    return { status: point.ok ? status : 429, body: String(answerCount) };
  };
  const points: string[] = [];
  const payer =
    (reader: string): TakeRateLimitPoint =>
    async (name) => {
      points.push(`${reader} ${name}`);
      return ok();
    };
  return { ask: shareAnswers(askApi, changes), askApi, changes, payer, points };
}

const withoutPoints: TakeRateLimitPoint = async () => err('rate_limited');

it('shares an answer among pages at the same time, and each pays for it', async () => {
  const { ask, payer, points } = createNumberedApi();
  const answers = await Promise.all([ask(list, payer('a')), ask(list, payer('b'))]);
  expect([...answers, await ask(list, payer('c'))].map(({ body }) => body)).toEqual([
    '1',
    '1',
    '1',
  ]);
  expect(points).toEqual(['a search', 'b search', 'c search']);
});

it('asks again for another address and after a change of public data', async () => {
  const { ask, changes, payer } = createNumberedApi();
  await ask(list, payer('a'));
  expect((await ask({ ...list, url: `${list.url}&limit=8` }, payer('a'))).body).toBe('2');
  changes.tell('guilda_public', 'lists');
  expect((await ask(list, payer('a'))).body).toBe('3');
});

it('refuses a reader without points, and shares no refusal', async () => {
  const { ask, payer } = createNumberedApi();
  expect((await ask(list, withoutPoints)).status).toBe(429);
  expect((await ask(list, payer('a'))).status).toBe(200);
  expect((await ask({ ...list, url: '/other' }, payer('a'))).status).toBe(200);
  expect((await ask({ ...list, url: '/other' }, withoutPoints)).status).toBe(429);
});

it('shares neither failures nor answers to requests that write', async () => {
  const { ask, payer } = createNumberedApi(404);
  const write = createNumberedApi();
  const post: PageCall = { ...list, method: 'POST' };
  expect((await ask(list, payer('a'))).body).toBe('1');
  expect((await ask(list, payer('b'))).body).toBe('2');
  expect((await write.ask(post, payer('a'))).body).toBe('1');
  expect((await write.ask(post, payer('a'))).body).toBe('2');
});

it('shares nothing without a source of changes', async () => {
  const { askApi, payer } = createNumberedApi();
  const ask = shareAnswers(askApi, null);
  expect((await ask(list, payer('a'))).body).toBe('1');
  expect((await ask(list, payer('a'))).body).toBe('2');
});
