import type { APIRequestContext, Page } from '@playwright/test';
import { signInAs } from '../../support/people.ts';
import { desktopOnly, expect, test } from '../../support/test.ts';

/**
 * Addresses without a page. If a page copied the path of such an address, or a part of it, into a link, the link would
 * lead to another site.
 */
const oddAddresses = [
  '//evil.example/x',
  '///evil.example/x?chat=1#y',
  '/\\evil.example/x',
  '/\t/evil.example/x',
  '/%09/evil.example/x',
  '/%0a/evil.example/x',
  '/%E2%80%A8/evil.example',
  '/.//evil.example/x',
  '/x/..//evil.example',
  '/%5Cevil.example/x',
  '/%5C%5Cevil.example/x',
  '/%2F%2Fevil.example/x',
  '/https://evil.example/x',
  '/javascript:alert(1)',
];

/** The odd addresses that browsers or scripts interpret in their own way. */
const addressesForBrowsers = [
  '//evil.example/x',
  '/\\evil.example/x',
  '/%0a/evil.example/x',
  '/%5Cevil.example/x',
];

/** The company's e-mail address in the footer, the only link that opens a mail program. */
const CONTACT_LINK = 'mailto:contato@guilda.example';

/** Targets of links and forms of a page that are on another site. */
const listLinksToOtherSites = (page: Page): Promise<string[]> =>
  page.evaluate((contactLink) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
    const forms = [...document.querySelectorAll('form')];
    const targets = [...links.map(({ href }) => href), ...forms.map(({ action }) => action)];
    if (targets.length === 0) return ['no links at all'];
    return targets.filter(
      (target) => target !== contactLink && new URL(target).origin !== window.location.origin,
    );
  }, CONTACT_LINK);

/** Checks the page of an address that does not exist. */
async function expectStaysOnSite(page: Page, origin: string, address: string): Promise<void> {
  const answer = await page.goto(origin + address);
  expect([address, answer?.status()]).toEqual([address, 404]);
  await expect(page.getByRole('heading', { name: 'Faltou um ladrilho aqui.' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(origin);
  expect([address, await listLinksToOtherSites(page)]).toEqual([address, []]);
}

/** Expects that the error pages rendered by the server contain no links to other sites. */
async function expectLinksStayOnSite(request: APIRequestContext, origin: string) {
  for (const address of oddAddresses) {
    const answer = await request.get(origin + address);
    expect([address, answer.status()]).toEqual([address, 404]);
    const namedUrls = [
      ...(await answer.text()).matchAll(/<(?:a|form|button)\b[^>]*?(?:href|action)="([^"]*)"/g),
    ];
    expect(namedUrls.length).toBeGreaterThan(1);
    const foreignUrls = namedUrls.filter(
      ([, to = '']) => to !== CONTACT_LINK && new URL(to, answer.url()).origin !== origin,
    );
    expect([address, foreignUrls.map(([tag]) => tag)]).toEqual([address, []]);
  }
}

test(
  'no link of an error page leads to another site, neither as rendered by the server nor in the browser',
  desktopOnly,
  async ({ page, request, baseURL, allowConsole }) => {
    allowConsole(/404/);
    const { origin } = new URL(baseURL ?? '');
    await expectLinksStayOnSite(request, origin);
    for (const address of addressesForBrowsers) await expectStaysOnSite(page, origin, address);
    await signInAs(page, 'Segue o Endereço');
    for (const address of addressesForBrowsers.slice(0, 2))
      await expectStaysOnSite(page, origin, address);
    await page.getByRole('button', { name: 'Conversas' }).click();
    await expect(page.getByRole('heading', { name: 'Nenhuma conversa ainda' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(origin);
    expect(await listLinksToOtherSites(page)).toEqual([]);
  },
);
