import type { PublicUser } from '@guilda/contract/accounts/users';
import { type FirstPage, usePagedData } from '../../lib/data/paged-data.ts';
import { useAddServiceLink } from '../../lib/navigation/dialog-query.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListTail } from '../../ui/feedback/list-tail.tsx';
import { LazyOwnServiceMenu, ServiceCard } from '../catalog/index.ts';
import { loadProfileServices, type ServiceListPage } from './load-profile.ts';
import { displayNameOf } from './profile-text.ts';

function NoServices({ user }: { user: PublicUser }) {
  const isOwn = useSession((state) => state.user?.uid === user.uid);
  const addService = useAddServiceLink();
  if (!isOwn) {
    return (
      <EmptyState
        art="feed"
        wide
        title="Nenhum serviço por enquanto"
        text={
          <>
            Quando <bdi>{displayNameOf(user)}</bdi> publicar, aparece aqui.
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      art="feed"
      wide
      title="Você ainda não tem serviços."
      text="Publique um serviço e deixe a cadeira pronta para quem chegar."
      action={
        <Button asLink to={addService} variant="primary" preventScrollReset>
          Adicionar serviço
        </Button>
      }
    />
  );
}

interface ProfileServicesProps {
  user: PublicUser;
  first: FirstPage<ServiceListPage>;
}

/** The services of a seller as cards. */
export function ProfileServices({ user, first }: ProfileServicesProps) {
  const list = usePagedData({
    key: ['services', { seller: user.uid }],
    first,
    load: loadProfileServices(user.uid),
  });
  const isOwn = useSession((state) => state.user?.uid === user.uid);
  const services = list.pages.flatMap((page) => page.services);
  if (services.length === 0) return <NoServices user={user} />;
  return (
    <>
      <ul className="cardGrid three">
        {services.map((service, index) => (
          <li key={service.id}>
            <ServiceCard
              service={service}
              heading="h2"
              loading={index === 0 ? 'eager' : 'lazy'}
              tools={isOwn && <LazyOwnServiceMenu service={service} />}
            />
          </li>
        ))}
      </ul>
      <ListTail list={list} />
    </>
  );
}
