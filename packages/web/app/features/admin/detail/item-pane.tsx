import type { QueueItem } from '@guilda/contract/desk';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Desk } from '../data/use-desk.ts';
import { ItemSkeleton } from '../desk-skeleton.tsx';
import { afterDeciding, stepFrom } from '../model/queue-order.ts';
import { focusPane } from '../queue/focus.ts';
import { CaseDetail } from './case-detail.tsx';
import type { DetailProps } from './detail-props.ts';
import { PaneBar } from './pane-bar.tsx';
import { RefundDetail } from './refund-detail.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';

function Nothing({ desk }: { desk: Desk }) {
  if (!desk.items) return desk.list.error ? null : <ItemSkeleton />;
  return (
    <EmptyState
      art="vendas"
      className="vazio-u"
      title="Nada por aqui"
      text="O que você escolher na fila abre deste lado."
    />
  );
}

/** The right side of the desk: the chosen item, and ways to its neighbours. */
export function ItemPane({ desk, uid }: { desk: Desk; uid: string }) {
  const { shown, items = [] } = desk;
  if (!shown) return <Nothing desk={desk} />;
  const goTo = (item: QueueItem | undefined) => {
    desk.go(item);
    if (item) focusPane(item.id);
  };
  const props: DetailProps = {
    id: shown.id,
    uid,
    onDecided: () => goTo(afterDeciding(items, shown.id)),
  };
  const listed = items.some(({ id }) => id === shown.id);
  return (
    <>
      <PaneBar
        back={desk.to({ chosen: null })}
        previous={listed ? stepFrom(items, shown.id, -1) : undefined}
        next={listed ? stepFrom(items, shown.id, 1) : undefined}
        to={desk.toItem}
      />
      {shown.kind === 'case' && <CaseDetail key={shown.id} {...props} />}
      {shown.kind === 'withdrawal' && <WithdrawalDetail key={shown.id} {...props} />}
      {shown.kind === 'refund' && <RefundDetail key={shown.id} {...props} />}
    </>
  );
}
