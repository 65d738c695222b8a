import type { OwnUser } from '@guilda/contract/accounts/users';
import { ApiError } from '@guilda/contract/api-error';
import type { disputeEndpoints } from '@guilda/contract/orders/dispute-endpoints';
import type { Payment } from '@guilda/contract/orders/orders';
import type { NewReview } from '@guilda/contract/orders/reviews';
import type { z } from '@guilda/contract/schema';
import { api } from '../../../lib/api/api.ts';
import { PublicError } from '../../../lib/api/public-error.ts';
import { sendOnce } from '../../../lib/api/send-once.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { withConfirmation } from '../../../lib/session/confirmation.ts';

type OpenDisputeForm = z.input<typeof disputeEndpoints.openDispute.body>;
type DisputeAnswerForm = z.input<typeof disputeEndpoints.answerDispute.body>;

const orderParams = ({ id }: Pick<Payment, 'id'>) => ({ id });

/** Codes with which the server refuses a request after its deadline. */
const lateCodes: readonly string[] = ['order_wrong_status', 'dispute_resolved'];

/**
 * Sends a request that the server accepts until `dueAt`. When it refuses the request after that time, the error says so
 * with `lateText`, because the order may look unchanged until its job has run.
 */
async function sendUntil<T>(
  dueAt: string | null | undefined,
  lateText: string,
  sendRequest: () => Promise<T>,
): Promise<T> {
  try {
    return await sendRequest();
  } catch (error) {
    const isLate = dueAt != null && Date.parse(dueAt) <= serverNowMs();
    if (isLate && error instanceof ApiError && lateCodes.includes(error.code))
      throw new PublicError(lateText, { cause: error });
    throw error;
  }
}

/** Starts the attendance (the live part of an order) at the server's current time. */
export async function startAttendance(order: Payment): Promise<Payment> {
  const startedServiceAt = new Date(serverNowMs()).toISOString();
  const body = { serviceStatus: 'in_progress', startedServiceAt } as const;
  const { payment } = await sendUntil(order.startBy, 'O prazo para iniciar acabou.', () =>
    api().orders.updatePayment({ params: orderParams(order), body }),
  );
  return payment;
}

/** Ends the attendance (the live part of an order) in the name of the person `uid`. */
export async function endAttendance(order: Payment, uid: string): Promise<Payment> {
  const body = { serviceStatus: 'complete', endedIt: uid } as const;
  return (await api().orders.updatePayment({ params: orderParams(order), body })).payment;
}

/**
 * Sends a support request; resolves to its number. Every answer except 200 rejects with the same text
 * (`docs/product/orders.md`).
 */
export async function requestSupport(order: Payment, userMessage: string): Promise<string> {
  const emailData = { purchaseCode: order.purchaseCode, userMessage };
  try {
    const body = { emailType: 'support', emailData } as const;
    const { code } = await sendOnce(body, (idempotencyKey) =>
      api().moderation.sendEmail({ body, idempotencyKey }, { status: 200 }),
    );
    return code;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new PublicError('Failed to send support request', { cause: error });
  }
}

/**
 * Sends the rating and returns the updated order. A failure is ignored, because creating the review has already marked
 * the order as reviewed.
 */
async function markReviewed(order: Payment, rating: number): Promise<Payment> {
  try {
    const body = { reviewed: true, rating } as const;
    return (await api().orders.updatePayment({ params: orderParams(order), body })).payment;
  } catch {
    return { ...order, reviewed: true, rating };
  }
}

type ReviewFields = Pick<NewReview, 'title' | 'description' | 'rating' | 'recommend'>;

/** Whether the request may have been carried out although no answer arrived. */
const isOutcomeUnknown = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;

/**
 * Returns a function that creates the review and marks the order as reviewed. Keep the function as long as the form is
 * open: after a request whose answer was lost, `already_reviewed` means that the request succeeded.
 */
export function createReviewSender(): typeof send {
  let outcomeUnknown = false;
  async function send(
    order: Payment,
    author: Pick<OwnUser, 'username' | 'photoURL'>,
    fields: ReviewFields,
  ): Promise<Payment> {
    const { serviceId, id: paymentId } = order;
    const { username, photoURL: userPhotoURL } = author;
    try {
      await api().reviews.createReview({
        params: { serviceId, paymentId },
        body: { ...fields, serviceId, userPhotoURL, username },
      });
    } catch (error) {
      const alreadySent =
        outcomeUnknown && error instanceof ApiError && error.code === 'already_reviewed';
      outcomeUnknown ||= isOutcomeUnknown(error);
      if (!alreadySent) throw error;
    }
    return markReviewed(order, fields.rating);
  }
  return send;
}

/** Loads an order whose cancellation was refused; rejects unless the order is already cancelled. */
async function checkCancelled(order: Payment, refusal: ApiError): Promise<Payment> {
  const { payment } = await api().orders.getPayment({ params: orderParams(order) });
  if (payment.serviceStatus === 'cancelled') return payment;
  throw new PublicError('O pagamento já foi confirmado', { cause: refusal });
}

/** Cancels an unpaid order. Also succeeds if the order is already cancelled; rejects if it is already paid. */
export async function cancelOrder(order: Payment): Promise<Payment> {
  try {
    return (await api().orders.cancelPayment({ params: orderParams(order) })).payment;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return checkCancelled(order, error);
    throw error;
  }
}

/**
 * Opens the dispute of an order. In the returned order `heldUntil` is null, because the money is held without a date
 * until the dispute ends.
 */
export async function openDispute(order: Payment, body: OpenDisputeForm): Promise<Payment> {
  const lateText = 'O prazo para abrir uma disputa acabou.';
  const { dispute } = await sendUntil(order.heldUntil, lateText, () =>
    api().disputes.openDispute({ params: orderParams(order), body }),
  );
  return { ...order, dispute, heldUntil: null };
}

/** Answers a dispute as the seller: returns the whole price, or contests with a text and possibly an offer. */
export async function answerDispute(order: Payment, body: DisputeAnswerForm): Promise<Payment> {
  const dueAt = body.accept ? null : order.dispute?.answerBy;
  const lateText = 'O prazo para responder acabou, e o valor volta para quem comprou.';
  const { payment } = await sendUntil(dueAt, lateText, () =>
    api().disputes.answerDispute({ params: orderParams(order), body }),
  );
  return payment;
}

/** Accepts the seller's offer, which ends the dispute. */
export async function acceptDisputeOffer(order: Payment): Promise<Payment> {
  return (await api().disputes.acceptDisputeOffer({ params: orderParams(order) })).payment;
}

/** Withdraws the dispute as its buyer; the order continues as before. */
export async function withdrawDispute(order: Payment): Promise<Payment> {
  return (await api().disputes.withdrawDispute({ params: orderParams(order) })).payment;
}

/** Refunds the order's amount to the buyer, in the name of the buyer or the seller. */
export async function refundOrder(order: Payment): Promise<Payment> {
  const params = orderParams(order);
  const answer = await withConfirmation('admin_money', (confirmationInput) =>
    api().orders.refundPayment({ params, ...confirmationInput }),
  );
  return answer.payment;
}

/**
 * Refunds the order's amount to the buyer as the team's decision, which its seller reads and can appeal. Administrators
 * must confirm their identity. Resolves to undefined when the refunded order cannot be loaded.
 */
export async function refundOrderAsTeam(
  order: Payment,
  reason: string,
): Promise<Payment | undefined> {
  const body = { action: 'refund', subject: { kind: 'order', id: order.id }, reason } as const;
  await withConfirmation('admin_money', (confirmationInput) =>
    api().moderationActions.applyAction({ body, ...confirmationInput }),
  );
  const answer = await api()
    .orders.getPayment({ params: orderParams(order) })
    .catch(() => undefined);
  return answer?.payment;
}
