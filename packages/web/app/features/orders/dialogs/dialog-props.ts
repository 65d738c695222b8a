import type { Payment } from '@guilda/contract/orders';
import type { OwnUser } from '@guilda/contract/users';

/** Props of every dialog about an order. */
export interface OrderDialogProps {
  readonly order: Payment;
  readonly user: OwnUser;
  readonly open: boolean;
  onClose(): void;
}
