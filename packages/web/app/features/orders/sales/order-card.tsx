import type { Payment } from '@guilda/contract/orders/orders';
import Ellipsis from 'lucide-react/icons/ellipsis';
import History from 'lucide-react/icons/history';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { shortDateTimeText } from '../../../lib/format/date-text.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Timeline } from '../../../ui/display/timeline.tsx';
import { LazyMenu } from '../../../ui/overlays/lazy-menu.tsx';
import { unresolvedDisputeOf } from '../../disputes/index.ts';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList, StartChatButton, StartChatIconButton } from '../../users/index.ts';
import { DeadlineNote } from '../components/deadline-note.tsx';
import { DisputePanel } from '../components/dispute-panel.tsx';
import { OrderStatusTag } from '../components/order-status-tag.tsx';
import { PackDownloads } from '../components/pack-downloads.tsx';
import { PurchaseCode } from '../components/purchase-code.tsx';
import { Stopwatch } from '../components/stopwatch.tsx';
import { availableActions, isMenuAction, type OrderViewer } from '../model/available-actions.ts';
import { isLiveOrder } from '../model/board-columns.ts';
import { type DialogAction, isDialogAction } from '../model/dialog-action.ts';
import { orderPriceText } from '../model/order-price.ts';
import { counterpartOf, type OrderSide } from '../model/order-side.ts';
import { endingText } from '../model/order-step-text.ts';
import { refundedPartText } from '../model/refunded-part.ts';
import { timelineSteps } from '../model/timeline-steps.ts';
import { OrderActionButton } from './order-action-button.tsx';
import * as styles from './order-card.module.css';

/** Called when an action is chosen on an order card; opens the dialog of the action. */
export type OnOrderAction = (order: Payment, action: DialogAction) => void;

interface OrderCardProps {
  order: Payment;
  side: OrderSide;
  viewer: OrderViewer;
  onAction: OnOrderAction;
}

/** The timeline of an order with short times. */
function OrderTimeline({ order }: Pick<OrderCardProps, 'order'>) {
  const now = new Date();
  const timeElement = (at: string | null): ReactNode =>
    at ? (
      <time dateTime={at}>{shortDateTimeText(new Date(at), now)}</time>
    ) : (
      <span aria-hidden>—</span>
    );
  const steps = timelineSteps(order).map(({ happenedAt, ...step }) => ({
    ...step,
    time: timeElement(happenedAt),
  }));
  return <Timeline steps={steps} />;
}

function OrderCardTop({ order, side, onAction }: Omit<OrderCardProps, 'viewer'>) {
  return (
    <div className={styles.top}>
      <OrderStatusTag order={order} side={side} />
      <span className={styles.reference}>
        <PurchaseCode code={order.purchaseCode} />
        <IconButton
          label={`Histórico do pedido ${order.purchaseCode}`}
          tip="top"
          className={styles.historyButton}
          icon={<History className="icon" aria-hidden="true" />}
          onClick={() => onAction(order, 'details')}
        />
      </span>
    </div>
  );
}

function OrderCardSubject({
  order,
  side,
  titleId,
}: Pick<OrderCardProps, 'order' | 'side'> & { titleId: string }) {
  const person = counterpartOf(order, side);
  const refundedText = refundedPartText(order);
  return (
    <div className={`row ${styles.subject}`}>
      <PersonAvatar person={person} size="md" />
      <div className="grow">
        <h3 id={titleId} className={`${styles.title} breakWords`}>
          <Link to={`/service/${order.serviceId}`}>{order.productName}</Link>
        </h3>
        <p className={`textSm muted ${styles.person}`}>
          <bdi className="truncate">{person.name}</bdi>
          <BadgeList badges={person.badges} />
          <span>{`· ${orderPriceText(order)}`}</span>
        </p>
        {refundedText && <p className="textSm secondary">{refundedText}</p>}
      </div>
      {isLiveOrder(order) && order.startedServiceAt && <Stopwatch since={order.startedServiceAt} />}
    </div>
  );
}

const loadMenu = () => import('./order-menu.tsx').then((module) => module.OrderMenu);

/** The available actions: the main ones as buttons, the others in a menu. */
function OrderCardActions({
  order,
  side,
  viewer,
  titleId,
  onAction,
}: OrderCardProps & { titleId: string }) {
  const person = counterpartOf(order, side);
  const actions = availableActions(order, viewer);
  const mainActions = actions.filter((action) => !isMenuAction(action, order));
  const menuActions = actions
    .filter(isDialogAction)
    .filter((action) => isMenuAction(action, order));
  const runAction = (action: DialogAction) => onAction(order, action);
  return (
    <div className={styles.actions}>
      {mainActions.map((action) => (
        <OrderActionButton
          key={action}
          action={action}
          order={order}
          side={side}
          titleId={titleId}
          onAction={runAction}
        />
      ))}
      {mainActions.length > 0 ? (
        <StartChatIconButton uid={person.uid} name={person.name} tone="solid" />
      ) : (
        <StartChatButton uid={person.uid} size="small" className={styles.action} />
      )}
      {menuActions.length > 0 && (
        <LazyMenu
          load={loadMenu}
          button={(triggerProps) => (
            <IconButton
              {...triggerProps}
              label={`Mais ações do pedido ${order.purchaseCode}`}
              tip="none"
              tone="solid"
              aria-haspopup="menu"
              icon={<Ellipsis className="icon" aria-hidden="true" />}
            />
          )}
          menu={{ order, side, actions: menuActions, onAction: runAction }}
        />
      )}
    </div>
  );
}

/** Card of an order: status, code, service, other person, timeline and available actions. */
export function OrderCard({ order, side, viewer, onAction }: OrderCardProps) {
  const titleId = useId();
  const { paymentMinutes } = useInstallation();
  // The panel of the dispute says how the order ended, so the card does not repeat it.
  const ending = order.dispute ? null : endingText(order, viewer.uid, paymentMinutes);
  return (
    <article
      className={styles.card}
      data-live={isLiveOrder(order) || undefined}
      aria-labelledby={titleId}
    >
      <OrderCardTop order={order} side={side} onAction={onAction} />
      <div className={styles.body}>
        <OrderCardSubject order={order} side={side} titleId={titleId} />
        {unresolvedDisputeOf(order) === null && <OrderTimeline order={order} />}
        {ending && <p className="textSm secondary pretty">{ending}</p>}
        <DeadlineNote order={order} side={side} />
        <DisputePanel order={order} side={side} folded />
        {side === 'seller' && <PackDownloads order={order} />}
      </div>
      <OrderCardActions
        order={order}
        side={side}
        viewer={viewer}
        titleId={titleId}
        onAction={onAction}
      />
    </article>
  );
}
