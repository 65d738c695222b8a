import type { PublicUser } from '@guilda/contract/users';
import { usePageData } from '../../lib/page-data.ts';
import type { FirstPage } from '../../lib/paged-data.ts';
import { Main } from '../../ui/main.tsx';
import { TeamNotice } from '../deeds/index.ts';
import { ClosedProfile } from './closed-profile.tsx';
import { loadUser, type PostPage, type ReviewPage, type ServicePage } from './load-profile.ts';
import { ProfileAbout } from './profile-about.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfileTabs } from './profile-tabs.tsx';

interface ProfilePageProps {
  user: PublicUser;
  services: FirstPage<ServicePage>;
  reviews: FirstPage<ReviewPage>;
  posts: FirstPage<PostPage> | null;
}

/** `/user/{username}`: who a person is, what they sell, what others say of them. */
export function ProfilePage({ user: loaded, services, reviews, posts }: ProfilePageProps) {
  const { username } = loaded;
  const { data: user } = usePageData(['profile', username], loaded, loadUser(username));
  return (
    <Main className="pt0">
      <div className="capa-p" aria-hidden="true" />
      <div className="wrap">
        <ProfileHeader user={user} />
        <TeamNotice kind="user" id={user.uid} />
        <div className="perf-g">
          <ProfileAbout user={user} />
          {user.restricted ? (
            <ClosedProfile user={user} />
          ) : (
            <ProfileTabs user={user} services={services} reviews={reviews} posts={posts} />
          )}
        </div>
      </div>
    </Main>
  );
}
