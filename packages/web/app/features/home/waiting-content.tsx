import type { ChatPartner } from '@guilda/contract/chat/messaging';
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../lib/data/page-data.ts';
import { useAddServiceLink } from '../../lib/navigation/dialog-query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { messageOfError } from '../../ui/feedback/toast.ts';
import { isLiveOrder } from '../orders/index.ts';
import { ConversationCard } from './conversation-card.tsx';
import * as styles from './waiting.module.css';
import { WaitingCard } from './waiting-card.tsx';
import { useWaitingConversations } from './waiting-conversations.ts';
import { loadWaitingOrders, type WaitingOrder } from './waiting-orders.ts';
import { WaitingSkeleton } from './waiting-skeleton.tsx';

/** Maximum number of cards; the orders page lists all orders. */
const MAX_CARDS = 4;
/**
 * Number of the `MAX_CARDS` cards that are reserved for conversations; fewer if fewer conversations wait. Conversations
 * also get the cards that no order needs.
 */
const RESERVED_CONVERSATION_CARDS = 2;

function NothingWaiting() {
  const addService = useAddServiceLink();
  return (
    <EmptyState
      art="vendas"
      wide
      className={styles.empty}
      title="Tudo em dia"
      text="Nada espera por você agora. Escolha um serviço ou publique o seu."
      action={
        <Button asLink to={addService} preventScrollReset>
          Adicionar serviço
        </Button>
      }
    />
  );
}

interface WaitingCardsProps {
  orders: readonly WaitingOrder[];
  conversations: readonly ChatPartner[];
}

/** Cards of orders and, after them, of conversations. */
function WaitingCards({ orders, conversations }: WaitingCardsProps) {
  const conversationCount = Math.min(conversations.length, RESERVED_CONVERSATION_CARDS);
  const shownOrders = orders.slice(0, MAX_CARDS - conversationCount);
  const mainOrder = shownOrders.find((order) => !isLiveOrder(order.payment));
  return (
    <ul className={styles.cards}>
      {shownOrders.map((order) => (
        <li key={order.payment.id}>
          <WaitingCard order={order} main={order === mainOrder} />
        </li>
      ))}
      {conversations.slice(0, MAX_CARDS - shownOrders.length).map((partner) => (
        <li key={partner.uid}>
          <ConversationCard partner={partner} />
        </li>
      ))}
    </ul>
  );
}

/** The orders and conversations that wait for the signed-in person `uid`, or a text that says that nothing waits. */
export function WaitingContent({ uid }: { uid: string }) {
  const conversations = useWaitingConversations(uid);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['orders', 'waiting', uid],
    queryFn: async () => loadWaitingOrders(await browserClient()),
    staleTime: 0,
  });
  if (error && !data) {
    return (
      <ErrorState
        wide
        className={styles.empty}
        reason={messageOfError(error)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data || !conversations) return <WaitingSkeleton />;
  if (data.length === 0 && conversations.length === 0) return <NothingWaiting />;
  return <WaitingCards orders={data} conversations={conversations} />;
}
