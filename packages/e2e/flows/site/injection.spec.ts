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

// The data is created once for all tests; only a busy machine needs this long.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

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

const pageOf = (pathPrefix: string) => (thing: InjectedItem) => ({
  path: `/${pathPrefix}/${thing.id}`,
  title: thing.title,
  texts: [thing.title, ...thing.texts],
});

/** The reason why the team hid a post, which is the last text on its page. */
const reasonOf = ({ texts }: InjectedItem) => texts.slice(-1);

interface ListedFields {
  readonly title?: string;
  readonly description?: string;
  readonly displayName?: string;
}

/** Fields that the API returns in a list, as the page of the same list must show them. */
async function readListTexts(
  request: APIRequestContext,
  address: string,
  reader: SignedInPerson | undefined,
) {
  const answer = await request.get(address, reader ? { headers: asPerson(reader) } : {});
  const lists: ListedFields[][] = Object.values(await answer.json());
  const things = lists.find((value) => Array.isArray(value)) ?? [];
  expect(things.length, address).toBeGreaterThan(0);
  return things.map(({ title, displayName }) => title ?? displayName ?? '');
}

async function loadListPages(
  request: APIRequestContext,
  reader?: SignedInPerson,
): Promise<CheckedPage[]> {
  const first = itemAtAnyIndex(injectedContent.people, 0);
  const of = async (path: string, address: string) => ({
    path,
    texts: await readListTexts(request, address, reader),
  });
  return [
    { path: '/' },
    { path: '/community' },
    await of(
      `/community?hashtag=${injectedContent.hashtag}`,
      `/api/social/posts?hashtag=${injectedContent.hashtag}`,
    ),
    await of(`/community?q=${SEARCH_TEXT}`, `/api/social/posts?q=${SEARCH_TEXT}`),
    await of('/category/starcraft', '/api/services?category=starcraft&limit=24'),
    await of(`/search?q=${SEARCH_TEXT}`, `/api/services?q=${SEARCH_TEXT}&limit=8`),
    await of(`/search?q=${SEARCH_TEXT}`, `/api/social/posts?q=${SEARCH_TEXT}&limit=3`),
    await of(`/search/services?q=${SEARCH_TEXT}`, `/api/services?q=${SEARCH_TEXT}&limit=24`),
    await of(`/search/users?q=${SEARCH_TEXT}`, `/api/users?q=${SEARCH_TEXT}&limit=24`),
    { path: `/user/${first.username}?aba=avaliacoes`, texts: await reviewsOf(request, first.uid) },
    await of(
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
    (one: { title: string; description: string; answer: { text: string } }) => [
      one.title,
      one.description,
      one.answer.text,
    ],
  );
}

/** Each page with all payloads, distributed over the query parameters of a few addresses. */
function pagesWithPayloads(pages: readonly string[]): CheckedPage[] {
  const texts = joinedPayloads(80);
  const addresses = Array.from(
    { length: Math.ceil(texts.length / attackedParameters.length) },
    (_, at) => {
      const of = (index: number) => itemAtAnyIndex(texts, at * attackedParameters.length + index);
      return `?${new URLSearchParams(attackedParameters.map((name, index) => [name, of(index)]))}`;
    },
  );
  return pages.flatMap((page) => addresses.map((address) => ({ path: page + address })));
}

test(
  'visitors see injected markup as plain text',
  desktopOnly,
  async ({ context, browser, request }) => {
    expect(hostilePayloads.length).toBeGreaterThanOrEqual(40);
    const people = injectedContent.people.map(({ username, name, texts }) => ({
      path: `/user/${username}`,
      title: name,
      texts,
    }));
    const alike = [
      ...injectedContent.services.map(pageOf('service')),
      ...injectedContent.posts.map(pageOf('post')),
      ...people,
    ];
    await readAllAndVisitSome(browser, context, alike, await loadListPages(request));
  },
);

test(
  'an author and seller sees injected markup as plain text',
  desktopOnly,
  async ({ context, request, allowConsole }) => {
    // Hidden content does not exist for visitors, as whom the server renders pages.
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
    const found = await frame.evaluate(findMarkup, { mark: XSS_MARK });
    expect(found.filter((one) => !ownMailTexts.some((own) => own.test(one)))).toEqual([]);
  }
});

test(
  'markup in an address is shown as plain text',
  desktopOnly,
  async ({ context, browser, allowConsole }) => {
    allowConsole(/404/);
    const searched = joinedPayloads(MAX_SEARCH_LENGTH).flatMap((text, index) =>
      ['/search', itemAtAnyIndex(pathsWithQueryText, index)].map((page) => ({
        path: `${page}?q=${encodeURIComponent(text)}`,
        texts: [text],
      })),
    );
    const tags = joinedPayloads(75).map((text) => ({
      path: `/community?hashtag=${encodeURIComponent(text)}`,
    }));
    const lost = joinedPayloads(MAX_SEARCH_LENGTH).map((text, index) => {
      const pathPrefix = itemAtAnyIndex(['user', 'post', 'service', 'category', 'nowhere'], index);
      return { path: `/${pathPrefix}/${encodeURIComponent(text)}` };
    });
    const visits = [...searched, ...pagesWithPayloads(pathsWithoutQueryText), ...tags, ...lost];
    await readAllAndVisitSome(browser, context, visits);
  },
);
