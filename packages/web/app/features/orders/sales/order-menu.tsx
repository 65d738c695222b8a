import type { Payment } from '@guilda/contract/orders/orders';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Star from 'lucide-react/icons/star';
import Undo from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import type { DialogAction } from '../model/dialog-action.ts';
import type { OrderSide } from '../model/order-side.ts';
import { orderActionLabel } from './order-action-button.tsx';

export interface OrderMenuProps {
  order: Payment;
  side: OrderSide;
  actions: readonly DialogAction[];
  onAction: (action: DialogAction) => void;
}

const actionIcons: Partial<Record<DialogAction, typeof Undo>> = {
  cancel: X,
  dispute: CircleAlert,
  review: Star,
};

function ActionIcon({ action }: { action: DialogAction }) {
  const Icon = actionIcons[action] ?? Undo;
  return <Icon className="icon" aria-hidden="true" />;
}

/** Refunding is marked as dangerous for the seller only, because it is a right of the buyer. */
const isDanger = (action: DialogAction, side: OrderSide) =>
  action === 'refund' && side === 'seller';

/** Menu with the rarely used actions of an order's card; load it lazily. */
export function OrderMenu({
  order,
  side,
  actions,
  onAction,
  trigger,
}: OrderMenuProps & { trigger: ReactNode }) {
  return (
    <Menu defaultOpen trigger={trigger} label={`Mais ações do pedido ${order.purchaseCode}`}>
      {actions.map((action) => (
        <MenuItem
          key={action}
          icon={<ActionIcon action={action} />}
          danger={isDanger(action, side)}
          onSelect={() => onAction(action)}
        >
          {orderActionLabel(action, order, side)}
        </MenuItem>
      ))}
    </Menu>
  );
}
