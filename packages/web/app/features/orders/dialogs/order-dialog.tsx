import type { OrderAction } from '../model/actions.ts';
import type { OrderDialogProps } from './dialog-props.ts';
import { EndDialog } from './end-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';
import { SupportDialog } from './support-dialog.tsx';

/** Actions that a dialog asks about first; paying happens at the provider's. */
export type DialogAction = Exclude<OrderAction, 'pay'>;

const dialogs = {
  start: StartDialog,
  end: EndDialog,
  support: SupportDialog,
  review: ReviewDialog,
} satisfies Record<DialogAction, unknown>;

/** The dialog of an action. Loaded when it is first needed. */
export function OrderDialog({ action, ...props }: OrderDialogProps & { action: DialogAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}
