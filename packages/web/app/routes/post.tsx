import type { ApiClient } from '@guilda/contract/client';
import { isRouteErrorResponse } from 'react-router';
import { AdultsOnly } from '../features/age/index.ts';
import { NotFoundPage, RetryAsMember } from '../features/shell/index.ts';
import {
  loadFirstComments,
  loadPostPage,
  PostView,
  PostViewSkeleton,
  postMeta,
} from '../features/social/index.ts';
import { loadAsVisitor, loadInBrowser, signedInUid } from '../lib/data/page-data.ts';
import { firstPageForSignedIn, firstPageForVisitor } from '../lib/data/paged-data.ts';
import { canonicalUrl } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/post';

export { revalidateUnlessOnlyQueryChanged as shouldRevalidate } from '../lib/navigation/page-meta.ts';

const loadPost = (uid: string) => async (client: ApiClient) => {
  const [page, comments] = await Promise.all([
    loadPostPage(uid)(client),
    loadFirstComments(uid)(client),
  ]);
  return { page, comments };
};

export async function loader(args: Route.LoaderArgs) {
  const { page, comments } = await loadAsVisitor(args, loadPost(args.params.uid));
  return {
    page,
    comments: firstPageForVisitor(comments),
    loadedFor: null,
    url: canonicalUrl(args.request),
  };
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const { page, comments } = await loadInBrowser(loadPost(params.uid));
  const url = canonicalUrl(request);
  return { page, comments: firstPageForSignedIn(comments), loadedFor: signedInUid(), url };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? postMeta(loaderData.page.post, loaderData.url) : [];
}

export default function PostRoute({ loaderData }: Route.ComponentProps) {
  const { page, comments, loadedFor } = loaderData;
  // `key`: another post gets new component state, even though the router keeps the route mounted.
  return (
    <PostView
      key={page.post.uid}
      page={page}
      comments={comments}
      loadedFor={loadedFor}
      missing={<NotFoundPage />}
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.data?.code === 'adults_only')
    return <AdultsOnly skeleton={<PostViewSkeleton />} untitled maybeOwn />;
  return <RetryAsMember error={error} skeleton={<PostViewSkeleton />} />;
}
