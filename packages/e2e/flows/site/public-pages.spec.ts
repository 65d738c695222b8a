import type { APIRequestContext } from '@playwright/test';
import { publishForAdults, signInAdultSeller } from '../../support/adults.ts';
import { publishPosts } from '../../support/feed.ts';
import { orderService, publishService } from '../../support/market.ts';
import { asPerson, signInOverApi, TEAM_EMAIL } from '../../support/people.ts';
import { desktopOnly, expect, test } from '../../support/test.ts';

/** Everything by which a reader or a cache could distinguish the responses to two readers. */
async function readAs(request: APIRequestContext, path: string, headers: Record<string, string>) {
  const answer = await request.get(path, { headers, maxRedirects: 0 });
  const { etag, 'cache-control': caching, 'content-security-policy': policy } = answer.headers();
  return { status: answer.status(), etag, caching, policy, text: await answer.text() };
}

test('public pages are the same for every reader', desktopOnly, async ({ request }) => {
  test.slow();
  const seller = await signInAdultSeller(request, 'Vende de Tudo');
  const [stranger, buyer, admin, adult] = [
    await signInOverApi(request, 'Passa Reto'),
    await signInOverApi(request, 'Compra Um'),
    await signInOverApi(request, 'Equipe da Guilda', TEAM_EMAIL),
    seller,
  ];
  const service = await publishService(request, seller);
  const adultService = await publishForAdults(request, seller, 'Fotos fechadas');
  await orderService(request, buyer, service.id);
  const [post] = await publishPosts(request, seller, 'mesa', 1);
  const paths = [
    ...['/', '/community', '/category/valorant', '/category/nudez', '/search?q=mira'],
    ...[
      '/search/services',
      '/search/users',
      '/termos',
      '/privacidade',
      '/transparencia',
      '/login',
      '/nao-existe',
    ],
    ...['/admin', '/user/settings', '/sales', `/user/${seller.username}`],
    ...[`/service/${service.id}`, `/service/${adultService.id}`, `/post/${post}`],
  ];
  const readerHeaders = [stranger, buyer, admin, adult].map(asPerson);
  const robotHeaders = {
    'accept-language': 'en',
    cookie: 'consentimento=1',
    'user-agent': 'Googlebot',
  };
  for (const path of paths) {
    await expect(async () => {
      const [visitor, ...others] = await Promise.all(
        [{}, ...readerHeaders, robotHeaders].map((headers) => readAs(request, path, headers)),
      );
      for (const response of others) expect(response).toEqual(visitor);
      expect(visitor?.caching, path).not.toBe('no-store');
      expect(visitor?.text, path).not.toContain('Fotos fechadas');
    }).toPass();
  }
});
