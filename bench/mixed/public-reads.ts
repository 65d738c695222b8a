import { type Act, createRead, crowdDataOf, pickScattered } from './context.ts';

/** Number of services that many people look at, so that their pages are kept. */
const POPULAR_SERVICES = 20;
/** Number of posts whose counters a feed on screen asks for. */
const POSTS_ON_SCREEN = 5;

const readKeptPage = createRead(({ serviceIds }, n) => {
  const popularPages = serviceIds.slice(0, POPULAR_SERVICES).map((id) => `/service/${id}`);
  return pickScattered(['/', '/community', ...popularPages], n);
});

const searchPathOf = (searchTexts: readonly string[], n: number) =>
  encodeURIComponent(pickScattered(searchTexts, n));

const readBuiltFile: Act = (context) =>
  context.http.send({ method: 'GET', path: crowdDataOf(context).builtFilePath });

const readPicture: Act = (context, n) =>
  context.http.send({ method: 'GET', path: pickScattered(crowdDataOf(context).picturePaths, n) });

/** Reads a post and its comments, as the page of a post does. */
const readPost: Act = async ({ loadData, http }, n) => {
  const uid = pickScattered(loadData.postUids, n);
  await http.send({ method: 'GET', path: `/api/social/post/${uid}` });
  await http.send({ method: 'GET', path: `/api/social/comment/${uid}?limit=20` });
};

/** Actions that read what everybody may see. */
export const publicReads = {
  keptPage: readKeptPage,
  // A new query in each request makes the program render the page.
  renderedPage: createRead(
    ({ serviceIds }, n) => `/service/${pickScattered(serviceIds, n)}?visita=${n}`,
  ),
  searchPage: createRead(
    ({ searchTexts }, n) => `/search?q=${searchPathOf(searchTexts, n)}&visita=${n}`,
  ),
  servicePage: createRead(({ serviceIds }, n) => `/service/${pickScattered(serviceIds, n)}`),
  builtFile: readBuiltFile,
  picture: readPicture,
  serviceList: createRead(() => '/api/services?limit=20'),
  categoryList: createRead(
    ({ categories }, n) => `/api/services?category=${pickScattered(categories, n)}&limit=20`,
  ),
  service: createRead(({ serviceIds }, n) => `/api/services/${pickScattered(serviceIds, n)}`),
  reviews: createRead(
    ({ serviceIds }, n) => `/api/reviews/${pickScattered(serviceIds, n)}?limit=20`,
  ),
  search: createRead(
    ({ searchTexts }, n) => `/api/services?q=${searchPathOf(searchTexts, n)}&limit=20`,
  ),
  suggestions: createRead(({ searchTexts }, n) => {
    const text = pickScattered(searchTexts, n);
    return `/api/search/suggestions?q=${encodeURIComponent(text.slice(0, 1 + (n % 6)))}`;
  }),
  feed: createRead(() => '/api/social/posts?limit=20'),
  pulse: createRead(({ postUids }, n) => {
    const first = (n * POSTS_ON_SCREEN) % Math.max(1, postUids.length - POSTS_ON_SCREEN);
    const shown = postUids.slice(first, first + POSTS_ON_SCREEN);
    return `/api/social/pulse?posts=${shown.join(',')}&after=${shown[0] ?? ''}`;
  }),
  singlePost: createRead(({ postUids }, n) => `/api/social/post/${pickScattered(postUids, n)}`),
  post: readPost,
} as const satisfies Readonly<Record<string, Act>>;
