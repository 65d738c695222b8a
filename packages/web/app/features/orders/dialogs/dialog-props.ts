import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Payment } from '@guilda/contract/orders/orders';

/** Props of every dialog about an order. */
export interface OrderDialogProps {
  readonly order: Payment;
  readonly user: OwnUser;
  readonly open: boolean;
  /** Whether Back closes the dialog; only for a dialog that the address does not open. */
  readonly backCloses?: boolean | undefined;
  onClose(): void;
}
