import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Payment } from '@guilda/contract/orders/orders';

/** Props of every dialog about an order. */
export interface OrderDialogProps {
  readonly order: Payment;
  readonly user: OwnUser;
  readonly open: boolean;
  onClose(): void;
}
