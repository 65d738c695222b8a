import type { DialogAction } from '../model/dialog-action.ts';
import { AcceptOfferDialog } from './accept-offer-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ContestDialog } from './contest-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import type { OrderDialogProps } from './dialog-props.ts';
import { DisputeDialog } from './dispute-dialog.tsx';
import { EndDialog } from './end-dialog.tsx';
import { OfferPartDialog } from './offer-part-dialog.tsx';
import { ReceivedReviewDialog } from './received-review-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { ReturnWholePriceDialog } from './return-whole-price-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';
import { SupportDialog } from './support-dialog.tsx';
import { WithdrawDisputeDialog } from './withdraw-dispute-dialog.tsx';

const dialogsByAction = {
  start: StartDialog,
  end: EndDialog,
  cancel: CancelDialog,
  support: SupportDialog,
  refund: RefundDialog,
  review: ReviewDialog,
  received: ReceivedReviewDialog,
  dispute: DisputeDialog,
  contest: ContestDialog,
  offerPart: OfferPartDialog,
  returnAll: ReturnWholePriceDialog,
  acceptOffer: AcceptOfferDialog,
  withdrawDispute: WithdrawDisputeDialog,
  details: DetailsDialog,
} satisfies Record<DialogAction, unknown>;

/** The dialog of an action. The code of all dialogs is one chunk, which is loaded with the first dialog. */
export function OrderDialog({ action, ...props }: OrderDialogProps & { action: DialogAction }) {
  const Dialog = dialogsByAction[action];
  return <Dialog {...props} />;
}
