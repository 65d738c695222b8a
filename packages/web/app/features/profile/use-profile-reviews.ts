import type { PublicUser } from '@guilda/contract/accounts/users';
import { type FirstPage, usePagedData } from '../../lib/data/paged-data.ts';
import { loadReviews, type ReviewListPage } from './load-profile.ts';

export interface ProfileReviewsProps {
  user: PublicUser;
  first: FirstPage<ReviewListPage>;
}

/** The reviews of a seller, newest first. All parts of a profile share the list, and so see the same answers. */
export function useProfileReviews({ user, first }: ProfileReviewsProps) {
  const list = usePagedData({
    key: ['reviews', { seller: user.uid }],
    first,
    load: loadReviews(user.uid),
  });
  return { list, reviews: list.pages.flatMap((page) => page.reviews) };
}
