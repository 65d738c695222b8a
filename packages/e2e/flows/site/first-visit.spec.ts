import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { maxHomeScriptBytes, measureFirstVisit } from '../../support/first-visit.ts';
import { publishService } from '../../support/market.ts';
import { createSellerWithService } from '../../support/orders.ts';
import { asPerson, signInOverApi } from '../../support/people.ts';
import { publishPost } from '../../support/posts.ts';
import { desktopOnly, expect, phoneOnly, test } from '../../support/test.ts';

/** A picture as large as an avatar, because browsers round the width of a single pixel in a set of sizes to zero. */
const face = {
  name: 'rosto.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 96, height: 96, channels: 3, background: '#f63' } })
    .png()
    .toBuffer(),
};

/** The window of a phone; not a mobile one, which chooses sizes of pictures before it knows the page's width. */
const phone = { viewport: { width: 390, height: 844 }, isMobile: false };

/**
 * Limits of `docs/performance.md`. Of 20 files on the home page, four are pictures that people uploaded and one is the
 * page's icon, which the headless browser does not load; of 30 on other pages, ten are such pictures.
 */
const visitLimits = {
  home: { requests: 15, pictures: 4, scriptBytes: maxHomeScriptBytes },
  others: { requests: 20, scriptBytes: 195_000 },
};

test('a first visit loads few files', phoneOnly, async ({ browser, request, baseURL }) => {
  const { seller, serviceId } = await createSellerWithService(request, 'Primeira visita');
  const author = await signInOverApi(request, 'Posta Primeiro');
  const post = await publishPost(request, author);
  const paths = [
    '/',
    `/service/${serviceId}`,
    '/community',
    '/category/valorant',
    '/search?q=visita',
    '/search/services',
    '/search/users?q=a',
    `/user/${seller.username}`,
    `/post/${post}`,
    '/termos',
    '/privacidade',
  ];
  for (const path of paths) {
    const visit = await measureFirstVisit(browser, `${baseURL}${path}`, phone);
    const limit = path === '/' ? visitLimits.home : visitLimits.others;
    expect.soft(visit.requests, `files of ${path}`).toBeLessThanOrEqual(limit.requests);
    expect.soft(visit.scriptBytes, `scripts of ${path}`).toBeLessThanOrEqual(limit.scriptBytes);
  }
});

/** Signs in a person with a picture who offers a service and has published a post, both with pictures. */
async function fillHomeWith(request: APIRequestContext, name: string): Promise<void> {
  const person = await signInOverApi(request, name);
  const answer = await request.patch('/api/users/', {
    headers: asPerson(person),
    multipart: { photo: face },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await publishService(request, person, { title: `Aula de ${name}` });
  await publishPost(request, person, { title: `Recado de ${name}` }, true);
}

/** Pictures inside the visible part of the page that have not loaded. */
const missingPictures = (page: Page) =>
  page.evaluate(
    () =>
      [...document.images].filter((image) => {
        const { top, bottom, width } =
          image.parentElement?.getBoundingClientRect() ?? new DOMRect();
        const isInSight = width > 0 && bottom > 0 && top < innerHeight;
        return isInSight && !(image.complete && image.currentSrc);
      }).length,
  );

test(
  'a first visit of a home page with many people loads few of their pictures',
  phoneOnly,
  async ({ browser, request, baseURL }) => {
    for (const name of ['Ana', 'Bia', 'Caio', 'Davi', 'Eva', 'Gil', 'Ivo'])
      await fillHomeWith(request, name);
    // A new window sometimes has its size only after it has drawn the page, in which case more pictures are in sight.
    await expect(async () => {
      const visit = await measureFirstVisit(browser, `${baseURL}/`, phone);
      expect(visit.requests, 'files').toBeLessThanOrEqual(visitLimits.home.requests);
      expect(visit.pictures, 'pictures').toBeLessThanOrEqual(visitLimits.home.pictures);
      expect(visit.pictures, 'pictures on the first screen').toBeGreaterThan(0);
    }).toPass({ timeout: 60_000 });
  },
);

/** Position in the page and size of every element but pictures and text for screen readers. */
const layoutOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :not(img)')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width }) => width > 1)
      .map(({ x, y, width, height }) => [x, y + scrollY, width, height].map(Math.round).join(' ')),
  );

test(
  'pictures below the first screen load once the page is used, and nothing moves',
  phoneOnly,
  async ({ page, request }) => {
    await page.setViewportSize(phone.viewport);
    for (const name of ['Lia', 'Max', 'Noa', 'Oto', 'Pia']) await fillHomeWith(request, name);
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(await missingPictures(page)).toBe(0);
    const before = await layoutOf(page);
    await page.evaluate(() => scrollBy(0, 1));
    await page.waitForLoadState('networkidle');
    expect(await layoutOf(page)).toEqual(before);
    for (const heading of ['Serviços', 'Na comunidade']) {
      await page.getByRole('heading', { name: heading, exact: true }).scrollIntoViewIfNeeded();
      await expect.poll(() => missingPictures(page), heading).toBe(0);
    }
  },
);

test(
  'a large first screen shows all its pictures without being used',
  desktopOnly,
  async ({ page, request }) => {
    for (const name of ['Rui', 'Sol', 'Tom', 'Uli', 'Val']) await fillHomeWith(request, name);
    await page.setViewportSize({ width: 1440, height: 2400 });
    await page.goto('/');
    await expect.poll(() => missingPictures(page)).toBe(0);
  },
);
