import type { Payment } from '@guilda/contract/orders';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Images from 'lucide-react/icons/images';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import Play from 'lucide-react/icons/play';
import SquareCheckBig from 'lucide-react/icons/square-check-big';
import Star from 'lucide-react/icons/star';
import Wallet from 'lucide-react/icons/wallet';
import { Button } from '../../../ui/button.tsx';
import type { OrderAction } from '../model/actions.ts';
import type { OrderRole } from '../model/columns.ts';
import type { DialogAction } from '../model/dialog-action.ts';
import { packPath } from '../model/places.ts';

interface ActionButtonProps {
  action: OrderAction;
  order: Payment;
  side: OrderRole;
  /** Id of the order's title, which tells equal buttons apart. */
  titleId: string;
  onAct: (action: DialogAction) => void;
}

const looks = {
  start: { Icon: Play, label: 'Iniciar atendimento', variant: 'primary' },
  end: { Icon: SquareCheckBig, label: 'Finalizar atendimento', variant: 'neutral' },
  cancel: { Icon: null, label: 'Cancelar pedido', variant: 'ghost' },
  support: { Icon: CircleHelp, label: 'Precisa de ajuda?', variant: 'neutral' },
  refund: { Icon: null, label: 'Reembolsar', variant: 'danger' },
  review: { Icon: Star, label: 'Avaliar', variant: 'neutral' },
  received: { Icon: MessageSquareQuote, label: 'Ver avaliação', variant: 'neutral' },
  details: { Icon: null, label: 'Ver histórico', variant: 'ghost' },
} as const;

function labelOf(action: DialogAction, order: Payment, side: OrderRole): string {
  if (action === 'end' && side === 'buyer') return 'Encerrar compra';
  if (action === 'refund' && Number(order.price) === 0) return 'Desfazer';
  return looks[action].label;
}

/** One thing to do about an order: a dialog, the pack, or the way to the provider's page. */
export function ActionButton({ action, order, side, titleId, onAct }: ActionButtonProps) {
  if (action === 'pay') {
    return (
      <a className="btn p pri" href={order.checkoutUrl ?? ''} aria-describedby={titleId}>
        <Wallet className="i" aria-hidden="true" />
        Pagar
      </a>
    );
  }
  if (action === 'pack') {
    const icon = <Images className="i" aria-hidden="true" />;
    return (
      <Button asLink to={packPath(order)} size="small" icon={icon} aria-describedby={titleId}>
        Abrir pacote
      </Button>
    );
  }
  const { Icon, variant } = looks[action];
  return (
    <Button
      size="small"
      variant={variant}
      icon={Icon && <Icon className="i" aria-hidden="true" />}
      aria-describedby={titleId}
      onClick={() => onAct(action)}
    >
      {labelOf(action, order, side)}
    </Button>
  );
}
