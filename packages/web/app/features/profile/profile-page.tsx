import type { PublicUser } from '@guilda/contract/accounts/users';
import { usePageData } from '../../lib/data/page-data.ts';
import type { FirstPage } from '../../lib/data/paged-data.ts';
import { Main } from '../../ui/layout/main.tsx';
import { ModerationNotice } from '../admin/index.ts';
import {
  loadUser,
  type PostListPage,
  type ReviewListPage,
  type ServiceListPage,
} from './load-profile.ts';
import { ProfileAbout } from './profile-about.tsx';
import { ProfileHeader } from './profile-header.tsx';
import * as styles from './profile-page.module.css';
import { ProfileTabs } from './profile-tabs.tsx';
import { UnavailableProfile } from './unavailable-profile.tsx';

interface ProfilePageProps {
  user: PublicUser;
  services: FirstPage<ServiceListPage>;
  reviews: FirstPage<ReviewListPage>;
  posts: FirstPage<PostListPage> | null;
}

/** `/user/{username}`: a person, their services, posts and reviews. */
export function ProfilePage({ user: loadedUser, services, reviews, posts }: ProfilePageProps) {
  const { username } = loadedUser;
  const { data: user } = usePageData(['profile', username], loadedUser, loadUser(username));
  return (
    <Main className="noPaddingTop">
      <div className={styles.cover} aria-hidden="true" />
      <div className="container">
        <ProfileHeader user={user} />
        <ModerationNotice kind="user" id={user.uid} />
        <div className={styles.columns}>
          <ProfileAbout user={user} />
          {user.restricted ? (
            <UnavailableProfile user={user} />
          ) : (
            <ProfileTabs user={user} services={services} reviews={reviews} posts={posts} />
          )}
        </div>
      </div>
    </Main>
  );
}
