import type { Payment } from '@guilda/contract/orders/orders';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import HandCoins from 'lucide-react/icons/hand-coins';
import Images from 'lucide-react/icons/images';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import MessageSquareReply from 'lucide-react/icons/message-square-reply';
import Play from 'lucide-react/icons/play';
import SquareCheckBig from 'lucide-react/icons/square-check-big';
import Star from 'lucide-react/icons/star';
import Wallet from 'lucide-react/icons/wallet';
import { Button, type ButtonVariant, buttonAttributes } from '../../../ui/actions/button.tsx';
import { priceParts } from '../../../ui/text/price-parts.ts';
import type { ViewerOrderAction } from '../model/available-actions.ts';
import type { DialogAction } from '../model/dialog-action.ts';
import { isFreeOrder } from '../model/order-price.ts';
import type { OrderSide } from '../model/order-side.ts';
import { packPath } from '../model/pack-path.ts';
import * as styles from './order-card.module.css';

interface ActionButtonProps {
  action: ViewerOrderAction;
  order: Payment;
  side: OrderSide;
  /** Id of the order's title, by which screen readers distinguish equal buttons of several orders. */
  titleId: string;
  onAction: (action: DialogAction) => void;
}

const actionLooks = {
  start: { Icon: Play, label: 'Iniciar atendimento', variant: 'primary' },
  end: { Icon: SquareCheckBig, label: 'Finalizar atendimento', variant: 'neutral' },
  cancel: { Icon: null, label: 'Cancelar pedido', variant: 'ghost' },
  support: { Icon: CircleHelp, label: 'Precisa de ajuda?', variant: 'neutral' },
  refund: { Icon: null, label: 'Reembolsar', variant: 'danger' },
  review: { Icon: Star, label: 'Avaliar', variant: 'neutral' },
  received: { Icon: MessageSquareQuote, label: 'Ver avaliação', variant: 'neutral' },
  dispute: { Icon: null, label: 'Tive um problema', variant: 'ghost' },
  contest: { Icon: MessageSquareReply, label: 'Contestar', variant: 'neutral' },
  offerPart: { Icon: HandCoins, label: 'Devolver uma parte', variant: 'neutral' },
  returnAll: { Icon: null, label: 'Devolver tudo', variant: 'danger' },
  acceptOffer: { Icon: null, label: 'Aceitar', variant: 'primary' },
  withdrawDispute: { Icon: null, label: 'Retirar a disputa', variant: 'ghost' },
  details: { Icon: null, label: 'Ver histórico', variant: 'ghost' },
} as const;

/** Button variants that keep their own width instead of filling the row. */
const minorVariants: ReadonlySet<ButtonVariant> = new Set(['ghost', 'danger']);

/** The words of an action, for this order and side. */
export function orderActionLabel(action: DialogAction, order: Payment, side: OrderSide): string {
  if (action === 'end' && side === 'buyer') return 'Confirmar que recebi';
  if (action === 'refund' && side === 'buyer') return 'Desfazer compra';
  if (action === 'refund' && isFreeOrder(order)) return 'Desfazer';
  const offer = order.dispute?.answer?.offer;
  if (action === 'acceptOffer' && offer) return `Aceitar ${priceParts(offer).text}`;
  return actionLooks[action].label;
}

/** Button of an available action: opens a dialog, the pack or the payment provider's page. */
export function OrderActionButton({ action, order, side, titleId, onAction }: ActionButtonProps) {
  if (action === 'pay') {
    return (
      <a
        {...buttonAttributes({ variant: 'primary', size: 'small' }, styles.action)}
        href={order.checkoutUrl ?? ''}
        aria-describedby={titleId}
      >
        <Wallet className="icon" aria-hidden="true" />
        Pagar
      </a>
    );
  }
  if (action === 'pack') {
    const icon = <Images className="icon" aria-hidden="true" />;
    return (
      <Button
        asLink
        to={packPath(order)}
        size="small"
        icon={icon}
        className={styles.action}
        aria-describedby={titleId}
      >
        Abrir pacote
      </Button>
    );
  }
  const { Icon, variant } = actionLooks[action];
  return (
    <Button
      size="small"
      variant={variant}
      className={minorVariants.has(variant) ? styles.minorAction : styles.action}
      icon={Icon && <Icon className="icon" aria-hidden="true" />}
      aria-describedby={titleId}
      onClick={() => onAction(action)}
    >
      {orderActionLabel(action, order, side)}
    </Button>
  );
}
