import type { QueueItem } from '@guilda/contract/moderation/moderation-queue';
import { useShownValue } from '../../../lib/navigation/use-shown-value.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ItemSkeleton } from '../admin-skeleton.tsx';
import { focusItemTitle } from '../queue/focus.ts';
import { itemAfterDecision, itemAfterSteps } from '../queue/queue-order.ts';
import type { QueueView } from '../queue/use-queue-view.ts';
import { CaseDetail } from './case-detail.tsx';
import { ChargebackDetail } from './chargeback-detail.tsx';
import type { DetailProps } from './detail-props.ts';
import { DisputeDetail } from './dispute-detail.tsx';
import { PaneBar } from './pane-bar.tsx';
import { RefundDetail } from './refund-detail.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

function NoItemSelected({ queueView }: { queueView: QueueView }) {
  if (!queueView.items) return queueView.list.error ? null : <ItemSkeleton />;
  return (
    <EmptyState
      art="vendas"
      narrow
      title="Nada por aqui"
      text="O que você escolher na fila abre deste lado."
    />
  );
}

/** Right side of the queue: the open item, with links to the previous and the next one. */
export function ItemPane({ queueView, uid }: { queueView: QueueView; uid: string }) {
  const { shownItem, items = [] } = queueView;
  const shownId = useShownValue(shownItem?.id);
  if (!shownItem) return <NoItemSelected queueView={queueView} />;
  const goTo = (item: QueueItem | undefined) => {
    queueView.openItem(item);
    if (item) focusItemTitle(item.id);
  };
  const props: DetailProps = {
    id: shownItem.id,
    uid,
    // An administrator who has gone on while the decision was being sent stays there.
    onDecided: () =>
      shownId.current === shownItem.id && goTo(itemAfterDecision(items, shownItem.id)),
  };
  const isListed = items.some(({ id }) => id === shownItem.id);
  return (
    <>
      <PaneBar
        back={queueView.to({ chosen: null })}
        previous={isListed ? itemAfterSteps(items, shownItem.id, -1) : undefined}
        next={isListed ? itemAfterSteps(items, shownItem.id, 1) : undefined}
        to={queueView.toItem}
      />
      {shownItem.kind === 'case' && <CaseDetail key={shownItem.id} {...props} />}
      {shownItem.kind === 'chargeback' && <ChargebackDetail key={shownItem.id} id={shownItem.id} />}
      {shownItem.kind === 'withdrawal' && <WithdrawalDetail key={shownItem.id} {...props} />}
      {shownItem.kind === 'refund' && <RefundDetail key={shownItem.id} {...props} />}
      {shownItem.kind === 'dispute' && <DisputeDetail key={shownItem.id} {...props} />}
    </>
  );
}
