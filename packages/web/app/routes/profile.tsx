import {
  displayNameOf,
  loadProfile,
  ProfilePage,
  type ProfilePageContent,
  profileDescription,
  showsPosts,
} from '../features/profile/index.ts';
import { loadAsVisitor, loadInBrowser } from '../lib/data/page-data.ts';
import { firstPageForSignedIn, firstPageForVisitor } from '../lib/data/paged-data.ts';
import { canonicalUrl, pageMeta } from '../lib/navigation/page-meta.ts';
import type { Route } from './+types/profile';

export { revalidateUnlessOnlyQueryChanged as shouldRevalidate } from '../lib/navigation/page-meta.ts';

type CreateFirstPage = typeof firstPageForVisitor;

function profilePageData(
  profile: ProfilePageContent,
  createFirstPage: CreateFirstPage,
  request: Request,
) {
  const { user, services, reviews, posts } = profile;
  const url = new URL(`/user/${user.username}`, canonicalUrl(request)).href;
  return {
    user,
    services: createFirstPage(services),
    reviews: createFirstPage(reviews),
    posts: posts && createFirstPage(posts),
    url,
  };
}

const loadProfileOf = (username: string, request: Request) =>
  loadProfile(username, showsPosts(new URL(request.url).searchParams));

export async function loader(args: Route.LoaderArgs) {
  const profile = await loadAsVisitor(args, loadProfileOf(args.params.username, args.request));
  return profilePageData(profile, firstPageForVisitor, args.request);
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  return profilePageData(
    await loadInBrowser(loadProfileOf(params.username, request)),
    firstPageForSignedIn,
    request,
  );
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { user, url } = loaderData;
  const photo = user.photoURL?.endsWith('.svg') ? undefined : (user.photoURL ?? undefined);
  return pageMeta({
    title: displayNameOf(user),
    description: profileDescription(user),
    url,
    image: photo,
    imageAlt: photo && `Foto de ${displayNameOf(user)}`,
    type: 'profile',
    hidden: user.restricted,
  });
}

export default function ProfileRoute({ loaderData }: Route.ComponentProps) {
  // `key`: another person's page gets new component state, even though the router keeps the route mounted.
  return <ProfilePage key={loaderData.user.uid} {...loaderData} />;
}
