import type { Payment } from '@guilda/contract/orders/orders';
import { Link } from 'react-router';
import { dayAndTimeText } from '../../../lib/format/date-text.ts';
import { useInstallation } from '../../../lib/installation.ts';
import { Button, buttonAttributes } from '../../../ui/actions/button.tsx';
import { Timeline } from '../../../ui/display/timeline.tsx';
import { Confetti } from '../../../ui/feedback/confetti.tsx';
import { useIsOnline } from '../../../ui/feedback/offline-bar.tsx';
import { ConnectDiscordHint } from '../../discord/index.ts';
import { unresolvedDisputeOf } from '../../disputes/index.ts';
import { StartChatButton } from '../../users/index.ts';
import { DeadlineNote } from '../components/deadline-note.tsx';
import { DisputePanel } from '../components/dispute-panel.tsx';
import { Stopwatch } from '../components/stopwatch.tsx';
import { availableActions, isDisputable } from '../model/available-actions.ts';
import { isLiveOrder } from '../model/board-columns.ts';
import { type DialogAction, dialogParamOf } from '../model/dialog-action.ts';
import { packPath } from '../model/pack-path.ts';
import { wasCancelledEarly } from '../model/payment-time.ts';
import { timelineSteps } from '../model/timeline-steps.ts';
import { confirmationTextOf } from './confirmation-text.ts';
import { HeldMoneyNote } from './held-money-note.tsx';
import * as styles from './order-confirmation.module.css';
import { OrderTicket } from './order-ticket.tsx';
import { usePaymentCelebration } from './use-payment-celebration.ts';
import { UsualStartNote } from './usual-start-note.tsx';

const PURCHASES_PATH = '/sales?aba=compras';

function StepTime({ at }: { at: string }) {
  return <time dateTime={at}>{dayAndTimeText(new Date(at), new Date())}</time>;
}

/**
 * The timeline of the order. While the order waits for its payment or its start, that step is marked as the current
 * one.
 */
function OrderSteps({ order }: { order: Payment }) {
  const awaitedIndex = ['awaiting_payment', 'awaiting_start'].indexOf(order.serviceStatus);
  const steps = timelineSteps(order).map(({ label, state, happenedAt }, index) => {
    if (index === awaitedIndex) {
      const currentLabel = index === 0 ? 'Pagamento' : 'Aguardando início';
      const statusText = index === 0 ? 'Em confirmação' : undefined;
      return { label: currentLabel, state: 'current' as const, time: statusText };
    }
    return {
      label,
      state,
      time: happenedAt ? <StepTime key={label} at={happenedAt} /> : undefined,
    };
  });
  return <Timeline steps={steps} className={styles.timeline} />;
}

/** Address of a dialog of a purchase. */
const dialogPath = ({ id }: Payment, action: DialogAction) =>
  `${PURCHASES_PATH}&pedido=${id}&acao=${dialogParamOf(action)}`;

/** The main next step of an order that needs no payment; null when there is only the link to the purchases. */
function nextStepOf(order: Payment, paymentMinutes: number): { to: string; label: string } | null {
  const servicePath = `/service/${order.serviceId}`;
  if (unresolvedDisputeOf(order))
    return { to: dialogPath(order, 'details'), label: 'Ver a disputa' };
  switch (order.serviceStatus) {
    case 'cancelled':
      if (wasCancelledEarly(order, paymentMinutes)) return null;
      return { to: servicePath, label: 'Tentar comprar de novo' };
    case 'refunded':
      return { to: servicePath, label: 'Ver o serviço' };
    case 'complete':
      if (!order.reviewed) return { to: `${PURCHASES_PATH}&pedido=${order.id}`, label: 'Avaliar' };
      break;
  }
  const isPaidPack = order.type === 'media' && order.serviceStatus !== 'awaiting_payment';
  return isPaidPack ? { to: packPath(order), label: 'Abrir pacote' } : null;
}

/**
 * Whether the chat with the seller is the next step: the order is a call that waits for its start or is running, and no
 * dispute is unresolved.
 */
const isChatNextStep = (order: Payment) =>
  order.type === 'call' &&
  (order.serviceStatus === 'awaiting_start' || order.serviceStatus === 'in_progress') &&
  unresolvedDisputeOf(order) === null;

/** Links to the next steps, the main one first. */
function NextStep({ order }: { order: Payment }) {
  const { paymentMinutes } = useInstallation();
  const { serviceStatus, checkoutUrl } = order;
  const purchasesLink = (primary: boolean) => (
    <Button asLink to={PURCHASES_PATH} size="large" variant={primary ? 'primary' : 'neutral'}>
      Ver minhas compras
    </Button>
  );
  if (serviceStatus === 'awaiting_payment' && checkoutUrl) {
    return (
      <>
        <a {...buttonAttributes({ variant: 'primary', size: 'large' })} href={checkoutUrl}>
          Voltar ao pagamento
        </a>
        {purchasesLink(false)}
      </>
    );
  }
  if (isChatNextStep(order)) {
    const name = order.sellerName;
    const awaitsStart = order.serviceStatus === 'awaiting_start';
    return (
      <>
        <StartChatButton
          uid={order.sellerId}
          label={awaitsStart ? `Combinar com ${name}` : `Conversar com ${name}`}
          size="large"
          variant="primary"
        />
        {purchasesLink(false)}
      </>
    );
  }
  const step = nextStepOf(order, paymentMinutes);
  if (!step) return purchasesLink(true);
  return (
    <>
      <Button asLink to={step.to} size="large" variant="primary">
        {step.label}
      </Button>
      {purchasesLink(false)}
    </>
  );
}

function Footnote({ order, refetchFailed }: { order: Payment; refetchFailed: boolean }) {
  const isOnline = useIsOnline();
  const actions = availableActions(order, { uid: order.buyerId, role: 'user' });
  if (!isOnline) return <>Você está sem internet. O status se atualiza quando a conexão voltar.</>;
  if (refetchFailed) return <>Não conseguimos atualizar o status agora. Tentando de novo...</>;
  // While the money of a completed order is held, `HeldMoneyNote` already links to the form that reports a problem, if
  // one can be reported.
  if (order.heldUntil) return null;
  if (actions.includes('dispute')) {
    return (
      <>
        Algo deu errado? Até o dinheiro ser liberado, você pode{' '}
        <Link className="link" to={dialogPath(order, 'dispute')}>
          contar o problema
        </Link>{' '}
        e pedir o valor de volta.
      </>
    );
  }
  if (order.serviceStatus !== 'awaiting_start') return null;
  return (
    <>
      Precisa de ajuda? Enquanto o atendimento não começa, você pode{' '}
      <Link className="link" to={`${PURCHASES_PATH}&pedido=${order.id}`}>
        pedir suporte
      </Link>{' '}
      com o código da compra
      {actions.includes('refund') && (
        <>
          {' '}
          ou{' '}
          <Link className="link" to={dialogPath(order, 'refund')}>
            desfazer a compra
          </Link>
        </>
      )}
      .
    </>
  );
}

/** An order after its checkout: status, next steps and the ticket with the purchase code. */
export function OrderConfirmation({
  order,
  refetchFailed,
}: {
  order: Payment;
  refetchFailed: boolean;
}) {
  const celebrating = usePaymentCelebration(order);
  const { paymentMinutes } = useInstallation();
  const { title, text } = confirmationTextOf(order, paymentMinutes);
  const isLive = isLiveOrder(order);
  const isPaid = !['awaiting_payment', 'cancelled', 'refunded'].includes(order.serviceStatus);
  return (
    <>
      <div className={`container ${styles.layout}`}>
        <div className={`column gap6 ${styles.head}`} role="status">
          <h1 className={`display1 ${styles.title}`}>{title}</h1>
          <p className={`textLg secondary pretty ${styles.text}`}>{text}</p>
        </div>
        <OrderTicket order={order} torn={isPaid} />
        <section className={`column gap6 ${styles.rest}`} aria-label="O que vem agora">
          {isLive && order.startedServiceAt && (
            <p className="row gap2">
              <Stopwatch since={order.startedServiceAt} />
              <span className="muted">de atendimento</span>
            </p>
          )}
          <div className={`row ${styles.actions}`}>
            <NextStep order={order} />
            {isPaid && !isChatNextStep(order) && (
              <StartChatButton uid={order.sellerId} size="large" />
            )}
          </div>
          {isChatNextStep(order) && (
            <ConnectDiscordHint
              text={`Falta conectar o Discord: é por lá que você fala por voz com ${order.sellerName}.`}
            />
          )}
          {unresolvedDisputeOf(order) === null && <OrderSteps order={order} />}
          {order.heldUntil ? (
            <HeldMoneyNote
              heldUntil={order.heldUntil}
              disputePath={isDisputable(order) ? dialogPath(order, 'dispute') : null}
            />
          ) : (
            <DeadlineNote order={order} side="buyer" />
          )}
          <UsualStartNote order={order} />
          <DisputePanel order={order} side="buyer" folded />
          <p className="textSm muted pretty">
            <Footnote order={order} refetchFailed={refetchFailed} />
          </p>
        </section>
      </div>
      {celebrating && <Confetti />}
    </>
  );
}
