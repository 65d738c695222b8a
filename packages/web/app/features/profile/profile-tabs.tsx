import type { PublicUser } from '@guilda/contract/users';
import { useSearchParams } from 'react-router';
import type { FirstPage } from '../../lib/paged-data.ts';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import type { ReviewPage, ServicePage } from './load-profile.ts';
import { ProfileReviews } from './profile-reviews.tsx';
import { ProfileServices } from './profile-services.tsx';
import { RecentReviews } from './recent-reviews.tsx';

const SERVICES = 'servicos';
const REVIEWS = 'avaliacoes';

/** The chosen tab, kept in the address (`?aba=`). */
function useTab() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('aba') === REVIEWS ? REVIEWS : SERVICES;
  const choose = (value: string) => {
    const next = new URLSearchParams(params);
    if (value === SERVICES) next.delete('aba');
    else next.set('aba', value);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return { tab, choose };
}

interface ProfileTabsProps {
  user: PublicUser;
  services: FirstPage<ServicePage>;
  reviews: FirstPage<ReviewPage>;
}

/** What a person offers and what others say of them. */
export function ProfileTabs({ user, services, reviews }: ProfileTabsProps) {
  const { tab, choose } = useTab();
  return (
    <Tabs
      label="Perfil"
      value={tab}
      onChange={choose}
      items={[
        { value: SERVICES, label: 'Serviços' },
        { value: REVIEWS, label: 'Avaliações', count: user.reviewCount },
      ]}
    >
      <TabPanel value={SERVICES}>
        <ProfileServices user={user} first={services} />
        <RecentReviews reviews={reviews.page.reviews} onAll={() => choose(REVIEWS)} />
      </TabPanel>
      <TabPanel value={REVIEWS}>
        <ProfileReviews user={user} first={reviews} />
      </TabPanel>
    </Tabs>
  );
}
