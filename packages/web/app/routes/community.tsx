import { normaliseHashtag } from '@guilda/contract/community/hashtags';
import type { Service } from '@guilda/contract/services/catalog';
import { BuyButton } from '../features/orders/index.ts';
import { readSearchQuery } from '../features/search/index.ts';
import {
  CommunityPage,
  feedTitle,
  loadFeed,
  type PostListQuery,
  readHashtag,
} from '../features/social/index.ts';
import { loadAsVisitor, loadInBrowser } from '../lib/data/page-data.ts';
import { firstPageForSignedIn, firstPageForVisitor } from '../lib/data/paged-data.ts';
import { revalidateUnlessOnlyDialogChanged } from '../lib/navigation/dialog-query.ts';
import { pageMeta } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/community';

export const shouldRevalidate = revalidateUnlessOnlyDialogChanged;

/** Reads the filter of the list from the address; a hashtag takes precedence over a search text. */
function readPostListQuery(params: URLSearchParams): PostListQuery {
  const hashtag = readHashtag(params);
  if (hashtag !== undefined) return { hashtag };
  const q = readSearchQuery(params);
  return q === '' ? {} : { q };
}

/** The canonical URL of a list, independent of the spelling of its hashtag. */
function canonicalUrlOf(request: Request, { hashtag, q }: PostListQuery): string {
  const url = new URL('/community', request.url);
  if (hashtag !== undefined) url.searchParams.set('hashtag', normaliseHashtag(hashtag) || hashtag);
  if (q !== undefined) url.searchParams.set('q', q);
  return url.href;
}

function parseCommunityUrl(request: Request) {
  const list = readPostListQuery(new URL(request.url).searchParams);
  return { list, url: canonicalUrlOf(request, list) };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const parsed = parseCommunityUrl(request);
  const { page, trending } = await loadAsVisitor({ context }, loadFeed(parsed.list));
  return { ...parsed, trending, first: firstPageForVisitor(page) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const parsed = parseCommunityUrl(request);
  const { page, trending } = await loadInBrowser(loadFeed(parsed.list));
  return { ...parsed, trending, first: firstPageForSignedIn(page) };
}

function communityDescription({ hashtag, q }: PostListQuery): string {
  if (q !== undefined) return `O que se publicou na comunidade com “${q}”.`;
  if (hashtag !== undefined) return `O que se publica na comunidade com #${hashtag}.`;
  return 'Quem joga, desenha e faz companhia conversa aqui: publicações, fotos e assuntos da semana.';
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { list, url, first } = loaderData;
  const isEmpty = list.hashtag !== undefined && first.page.posts.length === 0;
  return pageMeta({
    title: feedTitle(list),
    description: communityDescription(list),
    url,
    hidden: list.q !== undefined || isEmpty,
  });
}

const renderBuyButton = (service: Service) => (
  <BuyButton service={service} size="small" variant="neutral" />
);

export default function CommunityRoute({ loaderData }: Route.ComponentProps) {
  const { list, first, trending } = loaderData;
  return <CommunityPage list={list} first={first} trending={trending} buy={renderBuyButton} />;
}
