import type { Payment } from '@guilda/contract/orders';
import type { OwnUser } from '@guilda/contract/users';

/** What every dialog about an order gets. */
export interface OrderDialogProps {
  readonly order: Payment;
  readonly user: OwnUser;
  readonly open: boolean;
  onClose(): void;
}
