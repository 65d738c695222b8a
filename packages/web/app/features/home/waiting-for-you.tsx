import type { ChatPartner } from '@guilda/contract/messaging';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAddServiceLink } from '../../lib/add-service-link.ts';
import { browserClient } from '../../lib/page-data.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { errorText } from '../../ui/toast.ts';
import { TalkCard } from './talk-card.tsx';
import { WaitingCard } from './waiting-card.tsx';
import { loadWaiting, type WaitingKind, type WaitingOrder } from './waiting-list.ts';
import { useWaitingTalks } from './waiting-talks.ts';

/** Cards shown; the rest is a click away. */
const SHOWN = 4;
/** Of these, kept for conversations however many orders wait. */
const TALKS = 2;

const places: Readonly<Record<WaitingKind, string>> = {
  selling: '/sales',
  start: '/sales',
  buying: '/sales?aba=compras',
  pay: '/sales?aba=compras',
  review: '/sales?aba=compras',
};

function Nothing() {
  const addService = useAddServiceLink();
  return (
    <EmptyState
      art="vendas"
      className="vazio-l mesa-v"
      title="Tudo em dia"
      text="Nada espera por você agora. Escolha uma ficha ou publique a sua."
      action={
        <Button asLink to={addService} preventScrollReset>
          Adicionar serviço
        </Button>
      }
    />
  );
}

interface WaitingProps {
  orders: readonly WaitingOrder[];
  talks: readonly ChatPartner[];
}

/** Orders first; where both wait for the person, conversations keep a place among the cards. */
function Waiting({ orders, talks }: WaitingProps) {
  const kept = Math.min(talks.length, TALKS);
  const first = orders.slice(0, SHOWN - kept);
  return (
    <ul className="duas">
      {first.map((order) => (
        <li key={order.payment.id}>
          <WaitingCard order={order} to={places[order.kind]} />
        </li>
      ))}
      {talks.slice(0, SHOWN - first.length).map((partner) => (
        <li key={partner.uid}>
          <TalkCard partner={partner} />
        </li>
      ))}
    </ul>
  );
}

function Cards() {
  const uid = useSession((state) => state.user?.uid);
  const talks = useWaitingTalks(uid);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['orders', 'waiting', uid],
    queryFn: async () => loadWaiting(await browserClient()),
    enabled: uid !== undefined,
    staleTime: 0,
  });
  if (error && !data) {
    return (
      <ErrorState
        className="vazio-l mesa-v"
        reason={errorText(error)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data || !talks) {
    return (
      <Loading label="Carregando o que espera por você" className="duas">
        <Skeleton height={178} />
        <Skeleton height={178} className="so-desk" />
      </Loading>
    );
  }
  if (data.length === 0 && talks.length === 0) return <Nothing />;
  return <Waiting orders={data} talks={talks} />;
}

/** What waits for the signed-in person, first on their home page (`product §11`). */
export function WaitingForYou() {
  return (
    <section className="mesa-s">
      <div className="secao-h">
        <h1 className="d3">Na sua mesa</h1>
        <Link className="link" to="/sales">
          Abrir vendas
        </Link>
      </div>
      <Cards />
    </section>
  );
}
