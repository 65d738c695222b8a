import { ApiError } from '@guilda/contract/api-error';
import type { Payment } from '@guilda/contract/orders';
import type { NewReview } from '@guilda/contract/reviews';
import type { OwnUser } from '@guilda/contract/users';
import { api } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/server-time.ts';

const params = ({ id }: Pick<Payment, 'id'>) => ({ id });

/** Starts the attendance (`spec §7`); the server's own time counts. */
export async function startAttendance(order: Payment): Promise<Payment> {
  const startedServiceAt = new Date(serverNow()).toISOString();
  const body = { serviceStatus: 'in_progress', startedServiceAt } as const;
  return (await api().orders.updatePayment({ params: params(order), body })).payment;
}

/** Ends the attendance as this person (`spec §7`). */
export async function endAttendance(order: Payment, uid: string): Promise<Payment> {
  const body = { serviceStatus: 'complete', endedIt: uid } as const;
  return (await api().orders.updatePayment({ params: params(order), body })).payment;
}

/** Asks for support; any answer but 200 is told in the one text of `spec §8`. */
export async function askSupport(order: Payment, userMessage: string): Promise<undefined> {
  const emailData = { purchaseCode: order.purchaseCode, userMessage };
  try {
    const body = { emailType: 'support', emailData } as const;
    await api().moderation.sendEmail({ body }, { status: 200 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new Error('Failed to send support request', { cause: error });
  }
}

/** Notes the review on the purchase; the review itself did so already, so a failure is no loss. */
async function noteReview(order: Payment, rating: number): Promise<Payment> {
  try {
    const body = { reviewed: true, rating } as const;
    return (await api().orders.updatePayment({ params: params(order), body })).payment;
  } catch {
    return { ...order, reviewed: true, rating };
  }
}

type Words = Pick<NewReview, 'title' | 'description' | 'rating' | 'recommend'>;

/** Whether nobody can know if a call took effect: its answer never came. */
const isLost = (error: unknown) => !(error instanceof ApiError) || error.status >= 500;

/**
 * Reviews the purchased service, then notes it on the purchase (`spec §7`). Keep one for as long as the
 * form is open: when an answer was lost on the way, that the purchase is reviewed already means that the
 * earlier try did it.
 */
export function reviewSender(): typeof send {
  let lost = false;
  async function send(
    order: Payment,
    author: Pick<OwnUser, 'username' | 'photoURL'>,
    words: Words,
  ): Promise<Payment> {
    const { serviceId, id: paymentId } = order;
    const { username, photoURL: userPhotoURL } = author;
    try {
      await api().reviews.createReview({
        params: { serviceId, paymentId },
        body: { ...words, serviceId, userPhotoURL, username },
      });
    } catch (error) {
      const mine = lost && error instanceof ApiError && error.code === 'already_reviewed';
      lost ||= isLost(error);
      if (!mine) throw error;
    }
    return noteReview(order, words.rating);
  }
  return send;
}

/** What became of an order that could not be cancelled any more. */
async function afterAll(order: Payment, refusal: ApiError): Promise<Payment> {
  const { payment } = await api().orders.getPayment({ params: params(order) });
  if (payment.serviceStatus === 'cancelled') return payment;
  throw new Error('O pagamento já foi confirmado', { cause: refusal });
}

/**
 * Gives up an order that is not paid. That it was cancelled already is as good; that it was paid
 * meanwhile is told as such.
 */
export async function cancelOrder(order: Payment): Promise<Payment> {
  try {
    return (await api().orders.cancelPayment({ params: params(order) })).payment;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return afterAll(order, error);
    throw error;
  }
}

/** Gives the money back to the buyer. */
export async function refundOrder(order: Payment): Promise<Payment> {
  return (await api().orders.refundPayment({ params: params(order) })).payment;
}
