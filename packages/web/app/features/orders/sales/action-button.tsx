import type { Payment } from '@guilda/contract/orders';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Play from 'lucide-react/icons/play';
import SquareCheckBig from 'lucide-react/icons/square-check-big';
import Star from 'lucide-react/icons/star';
import Wallet from 'lucide-react/icons/wallet';
import { Button } from '../../../ui/button.tsx';
import type { OrderAction } from '../model/actions.ts';
import type { OrderRole } from '../model/columns.ts';

interface ActionButtonProps {
  action: OrderAction;
  order: Payment;
  side: OrderRole;
  /** Id of the order's title, which tells equal buttons apart. */
  titleId: string;
  onAct: () => void;
}

const looks = {
  start: { Icon: Play, label: 'Iniciar atendimento', variant: 'primary' },
  end: { Icon: SquareCheckBig, label: 'Finalizar atendimento', variant: 'neutral' },
  pay: { Icon: Wallet, label: 'Pagar', variant: 'primary' },
  support: { Icon: CircleHelp, label: 'Precisa de ajuda?', variant: 'neutral' },
  review: { Icon: Star, label: 'Avaliar', variant: 'neutral' },
} as const;

/** The one thing to do about an order: a dialog, or the way to the provider's page. */
export function ActionButton({ action, order, side, titleId, onAct }: ActionButtonProps) {
  const { Icon, label, variant } = looks[action];
  const icon = <Icon className="i" aria-hidden="true" />;
  if (action === 'pay') {
    return (
      <a className="btn p pri" href={order.checkoutUrl ?? ''} aria-describedby={titleId}>
        {icon}
        {label}
      </a>
    );
  }
  return (
    <Button size="small" variant={variant} icon={icon} aria-describedby={titleId} onClick={onAct}>
      {action === 'end' && side === 'buyer' ? 'Encerrar compra' : label}
    </Button>
  );
}
