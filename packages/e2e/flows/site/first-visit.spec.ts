import { maxHomeScriptBytes, measureFirstVisit } from '../../support/first-visit.ts';
import { createSellerWithService } from '../../support/orders.ts';
import { signInOverApi } from '../../support/people.ts';
import { publishPost } from '../../support/posts.ts';
import { expect, phoneOnly, test } from '../../support/test.ts';

/**
 * Limits of `docs/performance.md`. Of 20 files on the home page and 30 on other pages, five and ten are reserved for
 * pictures that people uploaded.
 */
const visitLimits = {
  home: { requests: 15, scriptBytes: maxHomeScriptBytes },
  others: { requests: 20, scriptBytes: 195_000 },
};

test('a first visit loads few files', phoneOnly, async ({ browser, request, baseURL }) => {
  const { seller, serviceId } = await createSellerWithService(request, 'Primeira visita');
  const author = await signInOverApi(request, 'Posta Primeiro');
  const postUid = await publishPost(request, author);
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
  ];
  for (const path of paths) {
    const visit = await measureFirstVisit(browser, `${baseURL}${path}`, {
      viewport: { width: 390, height: 844 },
    });
    const limit = path === '/' ? visitLimits.home : visitLimits.others;
    expect.soft(visit.requests, `files of ${path}`).toBeLessThanOrEqual(limit.requests);
    expect.soft(visit.scriptBytes, `scripts of ${path}`).toBeLessThanOrEqual(limit.scriptBytes);
  }
});
