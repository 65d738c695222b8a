import type { Payment } from '@guilda/contract/orders/orders';
import clsx from 'clsx';
import { useId } from 'react';
import { Link } from 'react-router';
import { Button, buttonAttributes } from '../../ui/actions/button.tsx';
import { Tag, type TagTone } from '../../ui/display/tag.tsx';
import { DeadlineClock, isLiveOrder, Stopwatch } from '../orders/index.ts';
import { PersonAvatar } from '../presence/index.ts';
import { BadgeList, StartChatButton, StartChatIconButton } from '../users/index.ts';
import * as styles from './waiting.module.css';
import { type WaitingKind, type WaitingOrder, waitingOrderPath } from './waiting-orders.ts';

interface WaitingCardContent {
  readonly tag: string;
  readonly tone: TagTone;
  /** Whether the reader is the seller of the order. */
  readonly isSeller: boolean;
  /** Label of the card's action. */
  readonly actionLabel: string;
}

const inProgressTag = { tag: 'Em atendimento', tone: 'live' } as const;

const waitingTexts: Readonly<Record<WaitingKind, WaitingCardContent>> = {
  answer: { tag: 'Em disputa', tone: 'warn', isSeller: true, actionLabel: 'Responder' },
  offer: { tag: 'Em disputa', tone: 'warn', isSeller: false, actionLabel: 'Ver a proposta' },
  selling: { ...inProgressTag, isSeller: true, actionLabel: 'Finalizar' },
  buying: { ...inProgressTag, isSeller: false, actionLabel: 'Confirmar que recebi' },
  start: {
    tag: 'Aguardando início',
    tone: 'warn',
    isSeller: true,
    actionLabel: 'Iniciar atendimento',
  },
  pay: { tag: 'Aguardando pagamento', tone: 'warn', isSeller: false, actionLabel: 'Pagar' },
  review: { tag: 'Para avaliar', tone: 'accent', isSeller: false, actionLabel: 'Avaliar' },
};

/** Name of the other person of the order: the buyer for the seller, the seller for the buyer. */
const counterpartName = (payment: Payment, isSeller: boolean) =>
  isSeller
    ? {
        uid: payment.buyerId,
        name: payment.buyerName,
        photoURL: payment.buyerPhotoURL,
        badges: payment.buyerBadges,
      }
    : {
        uid: payment.sellerId,
        name: payment.sellerName,
        photoURL: payment.sellerPhotoURL,
        badges: payment.sellerBadges,
      };

/** Time by which the reader must act; null when there is no deadline. */
function deadlineOf({ kind, payment }: WaitingOrder): string | null {
  if (kind === 'pay') return payment.expiresAt;
  if (kind === 'start') return payment.startBy;
  return kind === 'answer' ? (payment.dispute?.answerBy ?? null) : null;
}

/** How long the service of a running order has lasted, otherwise the time left to act. */
function WaitingClock({ order }: { order: WaitingOrder }) {
  const { startedServiceAt } = order.payment;
  if (isLiveOrder(order.payment) && startedServiceAt) return <Stopwatch since={startedServiceAt} />;
  const deadline = deadlineOf(order);
  if (deadline === null) return null;
  return (
    <span className={styles.clock}>
      <span className="textXs muted">Faltam</span>
      <DeadlineClock at={deadline} className="numeric" />
    </span>
  );
}

interface NextButtonProps {
  order: WaitingOrder;
  /** Whether this is the main action of the page. */
  main: boolean;
  titleId: string;
}

function NextButton({ order, main, titleId }: NextButtonProps) {
  const { actionLabel } = waitingTexts[order.kind];
  const { checkoutUrl } = order.payment;
  const variant = main ? 'primary' : 'neutral';
  if (order.kind === 'pay' && checkoutUrl !== null) {
    return (
      <a {...buttonAttributes({ variant })} href={checkoutUrl} aria-describedby={titleId}>
        {actionLabel}
      </a>
    );
  }
  return (
    <Button asLink to={waitingOrderPath(order)} variant={variant} aria-describedby={titleId}>
      {actionLabel}
    </Button>
  );
}

interface WaitingCardProps {
  order: WaitingOrder;
  /** Whether the card's action is the main action of the page. */
  main: boolean;
}

/** Card of an order on which the reader must act: the order, the other person, the time, and the buttons. */
export function WaitingCard({ order, main }: WaitingCardProps) {
  const { kind, payment } = order;
  const { tag, tone, isSeller } = waitingTexts[kind];
  const isLive = isLiveOrder(payment);
  const person = counterpartName(payment, isSeller);
  const titleId = useId();
  const chatIcon = <StartChatIconButton uid={person.uid} name={person.name} tone="solid" />;
  return (
    <article className={clsx(styles.card, isLive && styles.live)} aria-labelledby={titleId}>
      <div className={styles.top}>
        <Tag tone={tone} bars={isLive}>
          {tag}
        </Tag>
        <span className="numeric pushEnd">{payment.purchaseCode}</span>
      </div>
      <div className={styles.body}>
        <div className="row">
          <PersonAvatar person={person} size="md" />
          <div className="grow">
            <h2 id={titleId} className={clsx(styles.title, 'bold truncate')}>
              <Link to={`${waitingOrderPath(order)}&acao=detalhes`}>{payment.productName}</Link>
            </h2>
            <p className={clsx(styles.who, 'textSm muted')}>
              <span className="truncate">
                <span className={styles.relation}>{isSeller ? 'Comprado por ' : 'Com '}</span>
                <bdi>{person.name}</bdi>
              </span>
              <BadgeList badges={person.badges} className={styles.badges} />
            </p>
          </div>
          <WaitingClock order={order} />
        </div>
        <div className={styles.actions}>
          {isLive && (
            <StartChatButton uid={person.uid} label="Abrir conversa" className="onlyLarge" />
          )}
          <NextButton order={order} main={main} titleId={titleId} />
          {isLive ? <span className="onlySmall">{chatIcon}</span> : chatIcon}
        </div>
      </div>
    </article>
  );
}
