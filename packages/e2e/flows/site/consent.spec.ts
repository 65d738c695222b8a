import type { BrowserContext, Page } from '@playwright/test';
import { consentCookie } from '../../support/consent.ts';
import { waitUntilHydrated } from '../../support/hydration.ts';
import { buyWithoutDiscord } from '../../support/market.ts';
import { approvePayment, createSellerWithService } from '../../support/orders.ts';
import {
  asPerson,
  signInAs,
  signInOverApi,
  signInThroughPopup,
  TEAM_EMAIL,
} from '../../support/people.ts';
import { desktopOnly, expect, expectAccessible, isPhone, test } from '../../support/test.ts';

// Nobody has answered the consent question in this browser.
test.use({ storageState: { cookies: [], origins: [] } });

interface RecordedEvent {
  readonly name: string;
  readonly screen?: string;
  readonly value?: number;
}

/** Records all analytics events that any page of this browser sends. */
function recordEvents(context: BrowserContext) {
  const events: RecordedEvent[] = [];
  const sentEvents: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/analytics')) return;
    sentEvents.push(pathname);
    if (request.method() === 'POST') events.push(...request.postDataJSON().events);
  });
  return { events, sentEvents };
}

const consentBanner = (page: Page) =>
  page.getByRole('region', { name: 'Podemos contar sua visita?' });
const answerButton = (page: Page, name: 'Aceitar' | 'Recusar') =>
  consentBanner(page).getByRole('button', { name, exact: true });

/** Makes the page believe that it is being closed, so that it sends its collected events at once. */
const sendCollectedEvents = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));

/** Makes the page send its collected events; returns all recorded events except the automatic events about speed. */
async function sendAndListEvents(page: Page, recordedEvents: readonly RecordedEvent[]) {
  await sendCollectedEvents(page);
  return recordedEvents.filter(({ name }) => !/long_task|slow_resource|web_vital/.test(name));
}

/**
 * Waits until the page has loaded the code for toasts, which visitors load last: after the first movement of the mouse.
 * The page begins to load the code of the consent question and of analytics earlier, when the page is first idle.
 */
async function waitUntilIdle(page: Page) {
  await waitUntilHydrated(page);
  // The page may begin to watch the mouse only after the first of these movements.
  const moveAndCountToasts = async () => {
    await page.mouse.move(Math.random() * 100, 300);
    return page.locator('[data-ui="toasts"]').count();
  };
  await expect.poll(moveAndCountToasts).toBe(1);
}

/** Visits pages and lets each page send its collected events. */
async function visitPages(page: Page) {
  await page.getByRole('link', { name: 'Comunidade' }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL('/community');
  await sendCollectedEvents(page);
  await page.goto('/search?q=mira');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“mira”');
  await waitUntilIdle(page);
  await sendCollectedEvents(page);
}

/** Number of events of a kind that the admin statistics show. */
async function readEventCount(page: Page, event: string): Promise<number> {
  const team = await signInOverApi(page.request, 'Equipe', TEAM_EMAIL);
  const reply = await page.request.get('/api/admin/figures?days=7', { headers: asPerson(team) });
  const events: { event: string; total: number }[] = (await reply.json()).events;
  return events.find((row) => row.event === event)?.total ?? 0;
}

/** Visits pages before answering the consent question, expects that no events were sent, and then agrees. */
async function visitAndAgree(page: Page, sentEvents: readonly string[]): Promise<void> {
  await page.goto('/');
  await expect(consentBanner(page)).toBeVisible();
  await visitPages(page);
  await page.goto('/');
  await expect(consentBanner(page)).toBeVisible();
  expect(sentEvents).toEqual([]);
  await answerButton(page, 'Aceitar').click();
  await expect(consentBanner(page)).toBeHidden();
}

/** Refuses consent in another tab, and expects that neither tab sends events afterwards. */
async function refuseElsewhere(page: Page, sentEvents: readonly string[]): Promise<void> {
  const otherTab = await page.context().newPage();
  await otherTab.goto('/healthz');
  await otherTab.goto('/privacidade');
  await otherTab.getByRole('radio', { name: /Recusar/ }).press(' ');
  const countBefore = sentEvents.length;
  await page.getByRole('link', { name: 'Guilda, início' }).click();
  await expect(page).toHaveURL('/');
  await visitPages(page);
  await page.goto('/');
  await waitUntilIdle(page);
  await expect(consentBanner(page)).toBeHidden();
  await page.goto('/healthz');
  expect(sentEvents.slice(countBefore)).toEqual([]);
}

/**
 * Returns a function that reads how many checkout and purchase events the admin statistics have counted since this
 * call.
 */
async function watchPurchases(page: Page): Promise<() => Promise<number[]>> {
  const readCounts = () =>
    Promise.all(['begin_checkout', 'purchase'].map((name) => readEventCount(page, name)));
  const countsBefore = await readCounts();
  return async () => (await readCounts()).map((total, index) => total - (countsBefore[index] ?? 0));
}

/** Buys the service on the page, and expects that the purchase is counted once, when the payment is confirmed. */
async function buyAndExpectCount(page: Page, recordedEvents: RecordedEvent[]): Promise<void> {
  const readNewCounts = await watchPurchases(page);
  await buyWithoutDiscord(page);
  await expect(page.getByRole('heading', { name: 'Pagamento' })).toBeVisible();
  // The checkout event was sent while the browser left the page for the payment.
  await expect.poll(readNewCounts).toEqual([1, 0]);
  await approvePayment(page.request, page.url());
  for (let visit = 0; visit < 2; visit += 1) {
    recordedEvents.length = 0;
    await page.goto('/success');
    await expect(page.getByRole('heading', { name: 'Pagamento confirmado.' })).toBeVisible();
    await expect
      .poll(() => sendAndListEvents(page, recordedEvents))
      .toContainEqual({ name: 'screen_view', screen: '/success' });
    await expect.poll(readNewCounts).toEqual([1, 1]);
  }
}

test(
  'nothing is sent before the answer; a visitor who agrees is counted until they refuse',
  desktopOnly,
  async ({ page, context }) => {
    const { serviceId } = await createSellerWithService(page.request, 'Treino contado', '45.50');
    const { events, sentEvents } = recordEvents(context);
    await visitAndAgree(page, sentEvents);
    await expect
      .poll(() => sendAndListEvents(page, events))
      .toEqual([{ name: 'screen_view', screen: '/' }]);
    await page.getByRole('link', { name: 'Login' }).click();
    await signInThroughPopup(page, 'Aceita Contar');
    await expect(page).toHaveURL('/user/settings');
    await page.getByRole('combobox', { name: 'Buscar' }).fill('contado');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Serviços', exact: true }).click();
    await expect(page).toHaveURL('/search/services?q=contado');
    // Waits for the sort order, which only the page of services shows. The address changes before the page does, and
    // the previous page links to the same service.
    await expect(page.getByLabel('Ordem')).toBeVisible();
    await page.getByRole('link', { name: 'Treino contado' }).first().click();
    await expect(page).toHaveURL(`/service/${serviceId}`);
    await expect
      .poll(() => sendAndListEvents(page, events))
      .toEqual([
        { name: 'screen_view', screen: '/' },
        { name: 'screen_view', screen: '/login' },
        { name: 'sign_up' },
        { name: 'screen_view', screen: '/user/settings' },
        { name: 'search', in: 'all' },
        { name: 'screen_view', screen: '/search' },
        { name: 'search', in: 'services' },
        { name: 'screen_view', screen: '/search/services' },
        { name: 'view_item', category: 'valorant' },
        { name: 'screen_view', screen: '/service/:serviceId' },
      ]);
    await buyAndExpectCount(page, events);
    await refuseElsewhere(page, sentEvents);
  },
);

test('both answers of the consent question look alike, it covers nothing, and the keyboard reaches it', async ({
  page,
}) => {
  await signInAs(page, 'Pensa Antes');
  await page.goto('/');
  await expect(consentBanner(page)).toBeVisible();
  const buttonSizes = await Promise.all(
    (['Aceitar', 'Recusar'] as const).map(async (name) => {
      const buttonBox = await answerButton(page, name).boundingBox();
      return [buttonBox?.width, buttonBox?.height];
    }),
  );
  expect(buttonSizes[0]).toEqual(buttonSizes[1]);
  await expectAccessible(page);
  const bannerBottom = async () => {
    const bannerBox = await consentBanner(page).boundingBox();
    return Math.round((bannerBox?.y ?? 0) + (bannerBox?.height ?? 0));
  };
  const bottomBarBox = isPhone(page)
    ? await page.getByRole('navigation', { name: 'Atalhos' }).boundingBox()
    : null;
  expect(await bannerBottom()).toBe(
    Math.round(bottomBarBox?.y ?? page.viewportSize()?.height ?? 0),
  );
  await page.goto('/?conversa=lista');
  await expect(page.locator('[data-ui="chat"]')).toBeVisible();
  await expect(consentBanner(page)).toBeHidden();
  await page.goto('/');
  await expect(consentBanner(page)).toBeVisible();
  await page.keyboard.press('Tab');
  for (const name of ['Recusar', 'Aceitar'] as const) {
    await page.keyboard.press('Tab');
    await expect(answerButton(page, name)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(consentBanner(page)).toBeHidden();
});

test(
  'the console is silent, and the team learns of errors without anybody’s data',
  desktopOnly,
  async ({ page, allowConsole }) => {
    allowConsole(/^reported:/);
    const consoleTexts: string[] = [];
    page.on('console', (message) => consoleTexts.push(message.text()));
    page.on('pageerror', (error) => consoleTexts.push(error.message));
    await page.goto('/community');
    await waitUntilHydrated(page);
    const errorReport = page.waitForRequest('**/api/errors');
    await page.evaluate(() => {
      const { log, error } = window.console;
      log('nada');
      error('nada');
      setTimeout(() => {
        throw new TypeError('Falhou para ana@pessoas.example em 123456');
      });
    });
    expect((await errorReport).postDataJSON()).toMatchObject({ screen: '/community' });
    const repeatedReport = page.waitForRequest('**/api/errors');
    await page.evaluate(() => void Promise.reject(new Error('ninguém esperava')));
    await repeatedReport;
    expect(consoleTexts).toEqual([]);

    const team = await signInOverApi(page.request, 'Equipe', TEAM_EMAIL);
    const listClientErrors = async () => {
      const reply = await page.request.get('/api/admin/figures?days=7', {
        headers: asPerson(team),
      });
      return (await reply.json()).clientErrors.map(({ message }: { message: string }) => message);
    };
    const expectedErrors = ['TypeError: Falhou para <email> em #', 'Error: ninguém esperava'];
    await expect.poll(listClientErrors).toEqual(expect.arrayContaining(expectedErrors));
  },
);

test(
  'loading times of a page are reported to the team when the visitor leaves it',
  desktopOnly,
  async ({ page, context, baseURL }) => {
    const team = await signInOverApi(page.request, 'Equipe', TEAM_EMAIL);
    const listMeasuredMetrics = async () => {
      const answer = await page.request.get('/api/admin/figures?days=7', {
        headers: asPerson(team),
      });
      const vitals: { metric: string; screen: string }[] = (await answer.json()).vitals.screens;
      return vitals.filter(({ screen }) => screen === '/termos').map(({ metric }) => metric);
    };
    await context.addCookies([consentCookie('accepted', String(baseURL))]);
    // The first batch of events shows that the code that measures is loaded and running.
    const firstBatch = page.waitForRequest('**/api/analytics/events');
    await page.goto('/termos');
    await firstBatch;
    await page.goto('/healthz');
    await expect.poll(listMeasuredMetrics).toEqual(expect.arrayContaining(['CLS', 'LCP', 'TTFB']));
  },
);
