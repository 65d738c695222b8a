import { type APIRequestContext, type BrowserContext, request as http } from '@playwright/test';
import {
  fillWithPayloads,
  type InjectedContent,
  type InjectedItem,
  itemAtAnyIndex,
} from '../../support/injected.ts';
import {
  type CheckedPage,
  findMarkup,
  readAllAndVisitSome,
  visitAll,
} from '../../support/nothing-runs.ts';
import { hostilePayloads, joinedPayloads, XSS_MARK } from '../../support/payloads.ts';
import {
  asPerson,
  type SignedInPerson,
  signInOverApi,
  storeSession,
  TEAM_EMAIL,
} from '../../support/people.ts';
import { desktopOnly, expect, test } from '../../support/test.ts';

/** Search text that occurs in many of the injected texts. */
const SEARCH_TEXT = 'onload';

/** Maximum length of a text that pages search for, in UTF-16 units. */
const MAX_SEARCH_LENGTH = 100;

/** Pages that show the text of their query parameters. */
const pathsWithQueryText = ['/search', '/search/services', '/search/users', '/community'];
/** Pages that do not show the text of their query parameters. */
const pathsWithoutQueryText = ['/', '/login', '/category/valorant'];
const ownPagePaths = ['/success', '/sales', '/user/settings'];
const attackedParameters = [
  'q',
  'hashtag',
  'aba',
  'novo',
  'category',
  'sort',
  'payment',
  'error',
  'state',
];

// The tests share the data that the first one creates; only a busy machine needs the whole timeout.
test.describe.configure({ mode: 'serial', timeout: 420_000 });

let injectedContent: InjectedContent;

test.beforeAll(async ({ baseURL }) => {
  const request = await http.newContext({ ...(baseURL ? { baseURL } : {}) });
  injectedContent = await fillWithPayloads(request);
  await request.dispose();
});

/** Signs a person in, for all pages of the browser context. */
async function signIn(context: BrowserContext, person: SignedInPerson): Promise<void> {
  const page = await context.newPage();
  await storeSession(page, person);
  await page.close();
}

const pageOf = (pathPrefix: string) => (item: InjectedItem) => ({
  path: `/${pathPrefix}/${item.id}`,
  title: item.title,
  texts: [item.title, ...item.texts],
});

/** The reason why the team hid a post, which is the last text on its page. */
const reasonOf = ({ texts }: InjectedItem) => texts.slice(-1);

interface ListedFields {
  readonly title?: string;
  readonly description?: string;
  readonly displayName?: string;
}

/** Titles or names in a list of the API, which the page of the same list must show unchanged. */
async function readListTexts(
  request: APIRequestContext,
  address: string,
  reader: SignedInPerson | undefined,
) {
  const answer = await request.get(address, reader ? { headers: asPerson(reader) } : {});
  const lists: ListedFields[][] = Object.values(await answer.json());
  const items = lists.find((value) => Array.isArray(value)) ?? [];
  expect(items.length, address).toBeGreaterThan(0);
  return items.map(({ title, displayName }) => title ?? displayName ?? '');
}

async function loadListPages(
  request: APIRequestContext,
  reader?: SignedInPerson,
): Promise<CheckedPage[]> {
  const first = itemAtAnyIndex(injectedContent.people, 0);
  const readListPage = async (path: string, address: string) => ({
    path,
    texts: await readListTexts(request, address, reader),
  });
  return [
    { path: '/' },
    { path: '/community' },
    await readListPage(
      `/community?hashtag=${injectedContent.hashtag}`,
      `/api/social/posts?hashtag=${injectedContent.hashtag}`,
    ),
    await readListPage(`/community?q=${SEARCH_TEXT}`, `/api/social/posts?q=${SEARCH_TEXT}`),
    await readListPage('/category/starcraft', '/api/services?category=starcraft&limit=24'),
    await readListPage(`/search?q=${SEARCH_TEXT}`, `/api/services?q=${SEARCH_TEXT}&limit=8`),
    await readListPage(`/search?q=${SEARCH_TEXT}`, `/api/social/posts?q=${SEARCH_TEXT}&limit=3`),
    await readListPage(
      `/search/services?q=${SEARCH_TEXT}`,
      `/api/services?q=${SEARCH_TEXT}&limit=24`,
    ),
    await readListPage(`/search/users?q=${SEARCH_TEXT}`, `/api/users?q=${SEARCH_TEXT}&limit=24`),
    { path: `/user/${first.username}?aba=avaliacoes`, texts: await reviewsOf(request, first.uid) },
    await readListPage(
      `/user/${first.username}?aba=publicacoes`,
      `/api/social/posts?author=${first.uid}&limit=10`,
    ),
    {
      path: `/post/${itemAtAnyIndex(injectedContent.posts, 0).id}`,
      texts: injectedContent.comments,
    },
  ];
}

async function reviewsOf(request: APIRequestContext, uid: string): Promise<string[]> {
  const address = `/api/users/${uid}/reviews?limit=10`;
  const { reviews } = await (await request.get(address)).json();
  return reviews.flatMap(
    (review: { title: string; description: string; answer: { text: string } }) => [
      review.title,
      review.description,
      review.answer.text,
    ],
  );
}

/** For each page a few addresses, whose query parameters together contain all payloads. */
function pagesWithPayloads(pages: readonly string[]): CheckedPage[] {
  const texts = joinedPayloads(80);
  const queryTexts = Array.from(
    { length: Math.ceil(texts.length / attackedParameters.length) },
    (_, addressIndex) => {
      const payloadAt = (index: number) =>
        itemAtAnyIndex(texts, addressIndex * attackedParameters.length + index);
      return `?${new URLSearchParams(attackedParameters.map((name, index) => [name, payloadAt(index)]))}`;
    },
  );
  return pages.flatMap((page) => queryTexts.map((queryText) => ({ path: page + queryText })));
}

test(
  'visitors see injected markup as plain text',
  desktopOnly,
  async ({ context, browser, request }) => {
    expect(hostilePayloads.length).toBeGreaterThanOrEqual(40);
    const profilePages = injectedContent.people.map(({ username, name, texts }) => ({
      path: `/user/${username}`,
      title: name,
      texts,
    }));
    const checkedPages = [
      ...injectedContent.services.map(pageOf('service')),
      ...injectedContent.posts.map(pageOf('post')),
      ...profilePages,
    ];
    await readAllAndVisitSome(browser, context, checkedPages, await loadListPages(request));
  },
);

test(
  'an author and seller sees injected markup as plain text',
  desktopOnly,
  async ({ context, request, allowConsole }) => {
    // The server renders every page as for a visitor, and answers 404 for pages of hidden content.
    allowConsole(/404/);
    const [first, second] = [
      itemAtAnyIndex(injectedContent.people, 0),
      itemAtAnyIndex(injectedContent.people, 1),
    ];
    await signIn(context, first);
    await visitAll(context, [
      ...(await loadListPages(request, first)),
      ...injectedContent.hiddenPosts.slice(0, 3).map(pageOf('post')),
      {
        path: `/user/${first.username}?aba=publicacoes`,
        texts: injectedContent.hiddenPosts.flatMap(reasonOf),
      },
      { path: `/user/${first.username}`, texts: first.texts },
      { path: '/user/settings', texts: first.texts.slice(1) },
      { path: '/sales?aba=carteira', texts: injectedContent.withdrawalRefusalReasons },
      { path: '/sales' },
      { path: `/service/${itemAtAnyIndex(injectedContent.services, 0).id}` },
      { path: `/user/${second.username}`, texts: second.texts },
      ...pagesWithPayloads(ownPagePaths),
    ]);
  },
);

test('the buyer of a pack sees injected markup as plain text', desktopOnly, async ({ context }) => {
  const { order, service, files } = injectedContent.pack;
  await signIn(context, itemAtAnyIndex(injectedContent.people, 1));
  await visitAll(context, [
    { path: `/pack/${order}/${service}`, texts: files },
    { path: `/success?payment=${order}` },
    { path: '/sales?aba=compras' },
    { path: '/' },
  ]);
});

/** Patterns of the markup that the outbox page and the mail layout contain themselves, without any user input. */
const ownMailTexts = [
  /srcdoc on IFRAME|<iframe/,
  /^<meta content="text\/html; charset=UTF-8" http-equiv="Content-Type">$/,
  /^<style>:root\{color-scheme:light dark;supported-color-schemes:light dark\}\n@media [^<]*<\/style>$/,
];

test('the team sees injected markup as plain text', desktopOnly, async ({ context, page }) => {
  await signIn(context, await signInOverApi(page.request, 'Equipe da Guilda', TEAM_EMAIL));
  await visitAll(context, [
    { path: '/admin', texts: [itemAtAnyIndex(injectedContent.people, 0).name] },
    ...injectedContent.posts.slice(0, 2).map(pageOf('post')),
  ]);
  await page.goto('/dev/outbox');
  expect(page.frames().length).toBeGreaterThan(40);
  for (const frame of page.frames()) {
    const markup = await frame.evaluate(findMarkup, { mark: XSS_MARK });
    expect(
      markup.filter((markupText) => !ownMailTexts.some((pattern) => pattern.test(markupText))),
    ).toEqual([]);
  }
});

test(
  'markup in an address is shown as plain text',
  desktopOnly,
  async ({ context, browser, allowConsole }) => {
    allowConsole(/404/);
    const searchPages = joinedPayloads(MAX_SEARCH_LENGTH).flatMap((text, index) =>
      ['/search', itemAtAnyIndex(pathsWithQueryText, index)].map((page) => ({
        path: `${page}?q=${encodeURIComponent(text)}`,
        texts: [text],
      })),
    );
    const hashtagPages = joinedPayloads(75).map((text) => ({
      path: `/community?hashtag=${encodeURIComponent(text)}`,
    }));
    const missingPages = joinedPayloads(MAX_SEARCH_LENGTH).map((text, index) => {
      const pathPrefix = itemAtAnyIndex(['user', 'post', 'service', 'category', 'nowhere'], index);
      return { path: `/${pathPrefix}/${encodeURIComponent(text)}` };
    });
    const visits = [
      ...searchPages,
      ...pagesWithPayloads(pathsWithoutQueryText),
      ...hashtagPages,
      ...missingPages,
    ];
    await readAllAndVisitSome(browser, context, visits);
  },
);
