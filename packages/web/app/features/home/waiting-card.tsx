import clsx from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { Tag, type TagTone } from '../../ui/display/tag.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { PersonAvatar } from '../presence/index.ts';
import { BadgeList } from '../users/index.ts';
import * as styles from './waiting.module.css';
import type { WaitingKind, WaitingOrder } from './waiting-orders.ts';

interface WaitingCardText {
  readonly tag: string;
  readonly tone: TagTone;
  /** Whether the reader is the seller of the order. */
  readonly sells: boolean;
  /** Label of the action at the bottom of the card. */
  readonly next: string;
}

const inProgressTag = { tag: 'Em atendimento', tone: 'live' } as const;

const waitingTexts: Readonly<Record<WaitingKind, WaitingCardText>> = {
  answer: { tag: 'Em disputa', tone: 'warn', sells: true, next: 'Responder à disputa' },
  offer: { tag: 'Em disputa', tone: 'warn', sells: false, next: 'Ver a proposta' },
  selling: { ...inProgressTag, sells: true, next: 'Ver atendimento' },
  buying: { ...inProgressTag, sells: false, next: 'Ver atendimento' },
  start: { tag: 'Aguardando início', tone: 'warn', sells: true, next: 'Iniciar atendimento' },
  pay: { tag: 'Aguardando pagamento', tone: 'warn', sells: false, next: 'Concluir pagamento' },
  review: { tag: 'Para avaliar', tone: 'accent', sells: false, next: 'Avaliar' },
};

/** Card of an order on which the reader has to act; pressing it leads to the reader's orders. */
export function WaitingCard({ order: { kind, payment }, to }: { order: WaitingOrder; to: string }) {
  const { tag, tone, sells, next } = waitingTexts[kind];
  const isLive = tone === 'live';
  const person = sells
    ? { uid: payment.buyerId, photoURL: payment.buyerPhotoURL, badges: payment.buyerBadges }
    : { uid: payment.sellerId, photoURL: payment.sellerPhotoURL, badges: payment.sellerBadges };
  const since = (isLive && payment.startedServiceAt) || payment.createdAt;
  return (
    <Link to={to} className={clsx(styles.card, isLive && styles.live)}>
      <span className={styles.top}>
        <Tag tone={tone} bars={isLive}>
          {tag}
        </Tag>
        <span className={clsx(styles.code, 'numeric pushEnd')}>{payment.purchaseCode}</span>
      </span>
      <span className={styles.body}>
        <span className="row">
          <PersonAvatar person={person} size="md" />
          <span className="grow">
            <strong className={clsx(styles.title, 'truncate')}>{payment.productName}</strong>
            <span className={clsx(styles.who, 'textSm muted')}>
              <span className="truncate">
                {sells ? `Comprado por ${payment.buyerName}` : `Com ${payment.sellerName}`}
              </span>
              <BadgeList badges={person.badges} inLink className={styles.badges} />
              <RelativeTime value={since} />
            </span>
          </span>
        </span>
        <span className={clsx(styles.next, 'row gap2 textSm bold')}>
          {next}
          <ArrowRight className="icon" aria-hidden="true" />
        </span>
      </span>
    </Link>
  );
}
