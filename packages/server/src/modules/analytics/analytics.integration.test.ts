import { endpoints } from '@guilda/contract';
import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiFixture, createApiFixture } from '../../../test/fixtures/modules/api-fixture.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';
import { registerEndpoints } from '../../platform/http/endpoints.ts';
import type { AnalyticsBatch, AnalyticsSink } from '../../ports/analytics-sink.ts';
import { analyticsHandlers } from './routes.ts';

let fixture: ApiFixture;
let sentBatches: AnalyticsBatch[] = [];
let takeEvents: AnalyticsSink['take'];
const analyticsSink: AnalyticsSink = {
  take: (batch) => {
    sentBatches.push(batch);
    return takeEvents(batch);
  },
};

beforeAll(async () => {
  fixture = await createApiFixture(({ app, database, endpointDeps }) =>
    registerEndpoints(
      app,
      endpoints.analytics,
      analyticsHandlers({ database, google: analyticsSink }),
      endpointDeps,
    ),
  );
});
beforeEach(async () => {
  sentBatches = [];
  takeEvents = async () => true;
  await fixture.database.pool.query('TRUNCATE analytics_counts, client_errors');
});
afterAll(() => fixture.close());

const sendEvents = (events: AnalyticsEvent[], client?: string) =>
  fixture.visitor.analytics.countEvents({ body: { events, ...(client ? { client } : {}) } });

const readCounts = async () =>
  (
    await fixture.database.pool.query(
      `SELECT event, detail, count::integer, total::integer FROM analytics_counts
       WHERE day = (now() AT TIME ZONE 'America/Sao_Paulo')::date ORDER BY event, detail`,
    )
  ).rows;

const clientId = '2f6f1b5e-7a43-4b6f-9f3e-0e3f6f3b2a11';

describe('events of a visitor who consented', () => {
  it('are counted by day, kind and detail, with totals', async () => {
    await sendEvents([
      { name: 'screen_view', screen: '/' },
      { name: 'purchase', currency: 'BRL', value: 4990 },
      { name: 'screen_view', screen: '/community' },
      { name: 'screen_view', screen: '/' },
      { name: 'view_item', category: 'valorant' },
      { name: 'search', in: 'services' },
    ]);
    await sendEvents([
      { name: 'purchase', currency: 'BRL', value: 10 },
      { name: 'login' },
      { name: 'slow_resource', screen: '/', kind: 'image', durationMs: 1500 },
      { name: 'long_task', screen: '/', durationMs: 80 },
    ]);
    expect(await readCounts()).toEqual([
      { event: 'login', detail: '', count: 1, total: 0 },
      { event: 'long_task', detail: '/', count: 1, total: 80 },
      { event: 'purchase', detail: '', count: 2, total: 5000 },
      { event: 'screen_view', detail: '/', count: 2, total: 0 },
      { event: 'screen_view', detail: '/community', count: 1, total: 0 },
      { event: 'search', detail: 'services', count: 1, total: 0 },
      { event: 'slow_resource', detail: 'image', count: 1, total: 1500 },
      { event: 'view_item', detail: 'valorant', count: 1, total: 0 },
    ]);
  });

  it('count web vitals by metric, device, page and bucket, and nothing outside of these lists', async () => {
    const webVital = {
      name: 'web_vital',
      metric: 'LCP',
      screen: '/',
      device: 'phone',
      bucket: 3,
    } as const;
    await sendEvents([
      webVital,
      webVital,
      { ...webVital, metric: 'CLS', device: 'desktop', bucket: 10 },
    ]);
    expect(await readCounts()).toEqual([
      { event: 'web_vital', detail: 'CLS desktop / 10', count: 1, total: 0 },
      { event: 'web_vital', detail: 'LCP phone / 3', count: 2, total: 0 },
    ]);
    const invalidFields = [
      { metric: 'FCP' },
      { screen: '/x' },
      { device: 'tv' },
      { bucket: 11 },
      { bucket: -1 },
      { bucket: 0.5 },
      { value: 9 },
    ];
    for (const fields of invalidFields) {
      const event = { ...webVital, ...fields } as AnalyticsEvent;
      expect(await errorOfCall(sendEvents([event])), JSON.stringify(fields)).toMatchObject({
        status: 400,
      });
    }
    expect(await readCounts()).toHaveLength(2);
  });

  it('are all counted when many are sent concurrently', async () => {
    const batch: AnalyticsEvent[] = [
      { name: 'login' },
      { name: 'screen_view', screen: '/' },
      { name: 'sign_up' },
    ];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => sendEvents(i % 2 ? batch : batch.toReversed())),
    );
    expect((await readCounts()).map(({ count }) => count)).toEqual([40, 40, 40]);
  });

  it('are sent to Google with the client id, which is not stored', async () => {
    await sendEvents([{ name: 'login' }], clientId);
    expect(sentBatches).toEqual([{ client: clientId, events: [{ name: 'login' }] }]);
    const { rows } = await fixture.database.pool.query('SELECT * FROM analytics_counts');
    expect(JSON.stringify(rows)).not.toContain(clientId);
    expect(await fixture.visitor.analytics.getAnalyticsConfig()).toEqual({ google: true });
  });

  it('are counted whether Google answers or not; lost batches are counted too', async () => {
    takeEvents = async () => false;
    await sendEvents([{ name: 'login' }, { name: 'sign_up' }], clientId);
    await expect
      .poll(readCounts)
      .toContainEqual({ event: 'google_lost', detail: '', count: 1, total: 2 });
    expect(await readCounts()).toHaveLength(3);
  });

  it('are answered before Google answers', async () => {
    let answerAsGoogle: (arrived: boolean) => void = () => undefined;
    takeEvents = () =>
      new Promise((resolve) => {
        answerAsGoogle = resolve;
      });
    await sendEvents([{ name: 'login' }]);
    answerAsGoogle(true);
    expect(await readCounts()).toHaveLength(1);
  });

  it.each([
    [{ name: 'screen_view', screen: '/user/mira' }],
    [{ name: 'screen_view', screen: '/', uid: clientId }],
    [{ name: 'view_item', category: 'mira' }],
    [{ name: 'purchase', currency: 'USD', value: 1 }],
    [{ name: 'search', in: 'all', term: 'mira' }],
    [{ name: 'spam' }],
  ])('may say nothing else: %j', async (event) => {
    expect(await errorOfCall(sendEvents([event as AnalyticsEvent]))).toMatchObject({ status: 400 });
    expect(await readCounts()).toEqual([]);
    expect(sentBatches).toEqual([]);
  });
});

describe('a client error', () => {
  const reportError = (message: string, stack = '') =>
    fixture.visitor.analytics.reportError({ body: { message, stack, screen: '/sales' } });
  const readStoredErrors = async () =>
    (
      await fixture.database.pool.query(
        'SELECT message, screen, stack, count::integer FROM client_errors ORDER BY message COLLATE "C"',
      )
    ).rows;

  it('is stored without personal data; equal ones are one row', async () => {
    const stackAt = (host: string) => `Error: x\n    at f (https://${host}/assets/a-1.js:1:2)`;
    await reportError('Falhou para ana@pessoas.example', stackAt('a.example'));
    await reportError('Falhou para bia@pessoas.example', stackAt('b.example'));
    await reportError('Outra coisa');
    expect(await readStoredErrors()).toEqual([
      {
        message: 'Falhou para <email>',
        screen: '/sales',
        stack: 'at f (/assets/a-1.js:1:2)',
        count: 2,
      },
      { message: 'Outra coisa', screen: '/sales', stack: '', count: 1 },
    ]);
  });

  it('cannot fill the table: more than 200 new ones a day count as one', async () => {
    await fixture.database.pool.query(
      `INSERT INTO client_errors (fingerprint, message, screen, stack, first_at)
       SELECT sha256(n::text::bytea), 'x', '/', '', now() - make_interval(hours => n / 200 * 25)
       FROM generate_series(1, 399) n`,
    );
    await reportError('a última');
    for (const message of ['demais', 'mais ainda', 'a última']) await reportError(message);
    const storedErrors = (await readStoredErrors()).filter(({ message }) => message !== 'x');
    expect(storedErrors.map(({ message, screen, count }) => [message, screen, count])).toEqual([
      ['Outros erros', 'other', 2],
      ['a última', '/sales', 2],
    ]);
  });
});
