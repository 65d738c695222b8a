import type { PublicUser } from '@guilda/contract/accounts/users';
import type { FirstPage } from '../../lib/data/paged-data.ts';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import type { PostListPage, ReviewListPage, ServiceListPage } from './load-profile.ts';
import { ProfilePosts } from './profile-posts.tsx';
import { ProfileReviews } from './profile-reviews.tsx';
import { ProfileServices } from './profile-services.tsx';
import { profileTabs, useProfileTab } from './profile-tab.ts';
import { RecentReviews } from './recent-reviews.tsx';

interface ProfileTabsProps {
  user: PublicUser;
  services: FirstPage<ServiceListPage>;
  reviews: FirstPage<ReviewListPage>;
  posts: FirstPage<PostListPage> | null;
}

/** Services, posts and reviews of a person. */
export function ProfileTabs({ user, services, reviews, posts }: ProfileTabsProps) {
  const { tab, choose } = useProfileTab();
  return (
    <Tabs
      label="Perfil"
      value={tab}
      onChange={choose}
      items={[
        { value: profileTabs.services, label: 'Serviços' },
        { value: profileTabs.posts, label: 'Publicações' },
        { value: profileTabs.reviews, label: 'Avaliações', count: user.reviewCount },
      ]}
    >
      <TabPanel value={profileTabs.services}>
        <ProfileServices user={user} first={services} />
        <RecentReviews user={user} first={reviews} onAll={() => choose(profileTabs.reviews)} />
      </TabPanel>
      <TabPanel value={profileTabs.posts}>
        <ProfilePosts user={user} first={posts} />
      </TabPanel>
      <TabPanel value={profileTabs.reviews}>
        <ProfileReviews user={user} first={reviews} />
      </TabPanel>
    </Tabs>
  );
}
