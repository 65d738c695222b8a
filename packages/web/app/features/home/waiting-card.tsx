import clsx from 'clsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { PersonAvatar } from '../presence/index.ts';
import { BadgeList } from '../users/index.ts';
import type { WaitingKind, WaitingOrder } from './waiting-list.ts';

interface Words {
  readonly tag: string;
  readonly tone: TagTone;
  /** Whether the reader sells. */
  readonly sells: boolean;
  /** What to do about it, at the foot of the card. */
  readonly next: string;
}

const live = { tag: 'Em atendimento', tone: 'live' } as const;

const words: Readonly<Record<WaitingKind, Words>> = {
  selling: { ...live, sells: true, next: 'Ver atendimento' },
  buying: { ...live, sells: false, next: 'Ver atendimento' },
  start: { tag: 'Aguardando início', tone: 'warn', sells: true, next: 'Iniciar atendimento' },
  pay: { tag: 'Aguardando pagamento', tone: 'warn', sells: false, next: 'Concluir pagamento' },
  review: { tag: 'Para avaliar', tone: 'accent', sells: false, next: 'Avaliar' },
};

/** One order that waits for its reader; the whole card leads to the orders. */
export function WaitingCard({ order: { kind, payment }, to }: { order: WaitingOrder; to: string }) {
  const { tag, tone, sells, next } = words[kind];
  const isLive = tone === 'live';
  const person = sells
    ? { uid: payment.buyerId, photoURL: payment.buyerPhotoURL, badges: payment.buyerBadges }
    : { uid: payment.sellerId, photoURL: payment.sellerPhotoURL, badges: payment.sellerBadges };
  const since = (isLive && payment.startedServiceAt) || payment.createdAt;
  return (
    <Link to={to} className={clsx('comanda', isLive && 'viva')}>
      <span className="top">
        <Tag tone={tone} bars={isLive}>
          {tag}
        </Tag>
        <span className="num fim comanda-c">{payment.purchaseCode}</span>
      </span>
      <span className="mid">
        <span className="row">
          <PersonAvatar person={person} size="md" />
          <span className="cresce">
            <strong className="trunca comanda-t">{payment.productName}</strong>
            <span className="t-sm mute comanda-q">
              <span className="trunca">
                {sells ? `Comprado por ${payment.buyerName}` : `Com ${payment.sellerName}`}
              </span>
              <BadgeList badges={person.badges} inLink className="recado-s" />
              <RelativeTime value={since} />
            </span>
          </span>
        </span>
        <span className="row g2 t-sm b comanda-p">
          {next}
          <ArrowRight className="i" aria-hidden="true" />
        </span>
      </span>
    </Link>
  );
}
