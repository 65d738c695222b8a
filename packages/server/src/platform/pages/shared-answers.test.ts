import { expect, it } from 'vitest';
import { createFakeChanges } from '../../../test/fixtures/fakes/fake-changes.ts';
import type { TakeRateLimitPoint } from '../limits/rate-limit-payer.ts';
import { err, ok } from '../result.ts';
import type { PageCall } from './render-page.ts';
import { type AskApi, shareAnswers } from './shared-answers.ts';

const listCall: PageCall = { method: 'GET', url: '/api/services?q=aula' };

/** An API whose answers have a number each and cost one point; without a point it answers 429. */
function createNumberedApi(status = 200) {
  const changes = createFakeChanges();
  let answerCount = 0;
  const askApi: AskApi = async (_call, takePoint) => {
    const pointResult = await takePoint('search');
    answerCount += 1;
    return { status: pointResult.ok ? status : 429, body: String(answerCount) };
  };
  const points: string[] = [];
  const payAs =
    (reader: string): TakeRateLimitPoint =>
    async (name) => {
      points.push(`${reader} ${name}`);
      return ok();
    };
  return { ask: shareAnswers(askApi, changes), askApi, changes, payAs, points };
}

const refusePoint: TakeRateLimitPoint = async () => err('rate_limited');

it('shares an answer among pages at the same time, and each pays for it', async () => {
  const { ask, payAs, points } = createNumberedApi();
  const answers = await Promise.all([ask(listCall, payAs('a')), ask(listCall, payAs('b'))]);
  expect([...answers, await ask(listCall, payAs('c'))].map(({ body }) => body)).toEqual([
    '1',
    '1',
    '1',
  ]);
  expect(points).toEqual(['a search', 'b search', 'c search']);
});

it('asks again for another address and after a change of public data', async () => {
  const { ask, changes, payAs } = createNumberedApi();
  await ask(listCall, payAs('a'));
  expect((await ask({ ...listCall, url: `${listCall.url}&limit=8` }, payAs('a'))).body).toBe('2');
  changes.tell('guilda_public', 'lists');
  expect((await ask(listCall, payAs('a'))).body).toBe('3');
});

it('refuses a reader without points, and shares no refusal', async () => {
  const { ask, payAs } = createNumberedApi();
  expect((await ask(listCall, refusePoint)).status).toBe(429);
  expect((await ask(listCall, payAs('a'))).status).toBe(200);
  expect((await ask({ ...listCall, url: '/other' }, payAs('a'))).status).toBe(200);
  expect((await ask({ ...listCall, url: '/other' }, refusePoint)).status).toBe(429);
});

it('shares neither failures nor answers to requests that write', async () => {
  const { ask, payAs } = createNumberedApi(404);
  const writeApi = createNumberedApi();
  const writeCall: PageCall = { ...listCall, method: 'POST' };
  expect((await ask(listCall, payAs('a'))).body).toBe('1');
  expect((await ask(listCall, payAs('b'))).body).toBe('2');
  expect((await writeApi.ask(writeCall, payAs('a'))).body).toBe('1');
  expect((await writeApi.ask(writeCall, payAs('a'))).body).toBe('2');
});

it('shares nothing without a source of changes', async () => {
  const { askApi, payAs } = createNumberedApi();
  const ask = shareAnswers(askApi, null);
  expect((await ask(listCall, payAs('a'))).body).toBe('1');
  expect((await ask(listCall, payAs('a'))).body).toBe('2');
});
