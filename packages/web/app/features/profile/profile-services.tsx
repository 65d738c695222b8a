import type { PublicUser } from '@guilda/contract/users';
import { useAddServiceLink } from '../../lib/add-service-link.ts';
import { type FirstPage, usePagedData } from '../../lib/paged-data.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListTail } from '../../ui/list-tail.tsx';
import { OwnMenu, ServiceCard } from '../catalog/index.ts';
import { loadServices, type ServicePage } from './load-profile.ts';
import { nameOf } from './profile-words.ts';

function NoServices({ user }: { user: PublicUser }) {
  const own = useSession((state) => state.user?.uid === user.uid);
  const addService = useAddServiceLink();
  if (!own) {
    return (
      <EmptyState
        art="feed"
        className="vazio-l"
        title="Nenhum serviço no mural"
        text={
          <>
            Quando <bdi>{nameOf(user)}</bdi> publicar, aparece aqui.
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      art="feed"
      className="vazio-l"
      title="Seu mural está em branco."
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
  first: FirstPage<ServicePage>;
}

/** The services a person sells, as fichas. */
export function ProfileServices({ user, first }: ProfileServicesProps) {
  const list = usePagedData({
    key: ['services', { seller: user.uid }],
    first,
    load: loadServices(user.uid),
  });
  const own = useSession((state) => state.user?.uid === user.uid);
  const services = list.pages.flatMap((page) => page.services);
  if (services.length === 0) return <NoServices user={user} />;
  return (
    <>
      <ul className="grade tres">
        {services.map((service, index) => (
          <li key={service.id}>
            <ServiceCard
              service={service}
              heading="h2"
              loading={index < 3 ? 'eager' : 'lazy'}
              tools={own && <OwnMenu service={service} />}
            />
          </li>
        ))}
      </ul>
      <ListTail list={list} />
    </>
  );
}
