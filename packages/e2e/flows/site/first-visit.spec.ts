import { maxHomeScriptBytes, measureFirstVisit, readHead } from '../../support/first-visit.ts';
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
    expect.soft(head.preloadedPictures, `preloaded pictures of ${path}`).toBeLessThanOrEqual(1);
  }
});
