import { maxHomeScriptBytes, measureFirstVisit, readHead } from '../../support/first-visit.ts';
import { isHydrated, waitUntilHydrated } from '../../support/hydration.ts';
import { createSellerWithService } from '../../support/orders.ts';
import { signInOverApi } from '../../support/people.ts';
import { publishPost } from '../../support/posts.ts';
import { expect, phoneOnly, test } from '../../support/test.ts';

/**
 * Limits of `docs/performance.md`. `files` counts everything, `ownFiles` leaves out pictures that people uploaded, of
 * which the demo data shows nine on the home page and on lists.
 */
const visitLimits = {
  home: { files: 20, ownFiles: 11, scriptBytes: maxHomeScriptBytes },
  others: { files: 30, ownFiles: 17, scriptBytes: 190_000 },
};

test('a first visit loads few files', phoneOnly, async ({ browser, request, baseURL }) => {
  const { seller, serviceId } = await createSellerWithService(request, 'Primeira visita');
  const author = await signInOverApi(request, 'Posta Primeiro');
  const postUid = await publishPost(request, author, {}, true);
  const paths = [
    '/',
    `/service/${serviceId}`,
    '/community',
    '/category/valorant',
    '/search?q=visita',
    '/search/services',
    '/search/users?q=a',
    `/user/${seller.username}`,
    `/post/${postUid}`,
    '/termos',
    '/privacidade',
    '/ajuda',
    '/vender',
    '/transparencia',
  ];
  for (const path of paths) {
    const visit = await measureFirstVisit(browser, `${baseURL}${path}`, {
      viewport: { width: 390, height: 844 },
    });
    const limit = path === '/' ? visitLimits.home : visitLimits.others;
    expect.soft(visit.requests, `own files of ${path}`).toBeLessThanOrEqual(limit.ownFiles);
    expect
      .soft(visit.requests + visit.pictures, `files of ${path}`)
      .toBeLessThanOrEqual(limit.files);
    expect.soft(visit.scriptBytes, `scripts of ${path}`).toBeLessThanOrEqual(limit.scriptBytes);
    const head = await readHead(request, path);
    expect.soft(head.isStyleFirst, `style sheet of ${path} before scripts`).toBe(true);
    expect
      .soft(head.picturePreloads.length, `preloaded pictures of ${path}`)
      .toBeLessThanOrEqual(1);
  }
});

test('the scripts of a page load after its first paint', phoneOnly, async ({ page }) => {
  const requestedScripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') requestedScripts.push(request.url());
  });
  // Nothing is painted without the style sheet.
  let scriptsBeforePaint = -1;
  await page.route(/\/assets\/style-.+\.css$/, async (route) => {
    await page.waitForTimeout(500);
    scriptsBeforePaint = requestedScripts.length;
    await route.continue();
  });
  await page.goto('/');
  await waitUntilHydrated(page);
  expect(scriptsBeforePaint).toBe(0);
});

test('a tab in the background runs the scripts of its page', phoneOnly, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    // Hidden tabs paint nothing.
    window.requestAnimationFrame = () => 0;
    // Nor may the page depend on this timer, which browsers slow down in hidden tabs.
    const setTimer = window.setTimeout;
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === 1000 ? 0 : setTimer(run, ms)) as typeof window.setTimeout;
  });
  await page.goto('/');
  await expect.poll(() => isHydrated(page)).toBe(true);
});

/** Ids of the pictures in a text, in order; a picture that is there in several widths counts once for each of them. */
const pictureIdsIn = (text: string) =>
  [...text.matchAll(/\/files\/pictures\/([\da-f-]{36})\//g)].map(([, id = '']) => id);

test.describe('on the screen of a phone', () => {
  // Chromium chooses the width of preloaded pictures by the screen, which is that of a desktop in other tests.
  test.use({ screen: { width: 390, height: 844 } });

  test(
    'a profile preloads the first picture of its tab, in the width that it shows',
    phoneOnly,
    async ({ page, request }) => {
      const { seller, serviceId } = await createSellerWithService(request, 'Na vitrine');
      await publishPost(request, seller, {}, true);
      await publishPost(request, seller, { title: 'Sem foto' });
      const { service } = await (await request.get(`/api/services/${serviceId}`)).json();
      const { posts } = await (await request.get(`/api/social/posts?author=${seller.uid}`)).json();
      const firstPictures = {
        [`/user/${seller.username}`]: service.photoURL,
        [`/user/${seller.username}?aba=publicacoes`]: posts[1].photoURL,
      };
      for (const [path, photoURL] of Object.entries(firstPictures)) {
        const { picturePreloads } = await readHead(request, path);
        expect(picturePreloads, `preloaded pictures of ${path}`).toHaveLength(1);
        const [pictureId] = pictureIdsIn(photoURL);
        expect(new Set(pictureIdsIn(picturePreloads.join()))).toEqual(new Set([pictureId]));
        const requestedPictures: string[] = [];
        page.on('request', (each) => requestedPictures.push(...pictureIdsIn(each.url())));
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        expect(requestedPictures, `pictures that ${path} loads`).toEqual([pictureId]);
        page.removeAllListeners('request');
      }
    },
  );
});
