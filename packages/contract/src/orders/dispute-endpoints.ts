import { author } from '../accounts/users.ts';
import { amountInput, decimal, id, idInput } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { moderationReason, requiredText } from '../text.ts';
import { dispute, disputeReasons } from './dispute.ts';
import { payment } from './orders.ts';

const invalidAmountText = 'Valor inválido.';

/** Schema of a part of a price, converted to centavos; at least R$ 0,01. */
const partOfPriceInput = amountInput(invalidAmountText).refine(
  (centavos) => centavos > 0,
  invalidAmountText,
);

const openDisputeBody = z.strictObject({
  reason: z.enum(disputeReasons, { error: errors.invalid_parameter.text }),
  description: requiredText(limits.disputeDescription, 'Descrição obrigatória'),
});
export type OpenDisputeInput = z.output<typeof openDisputeBody>;

const disputeAnswerBody = z.discriminatedUnion(
  'accept',
  [
    z.strictObject({ accept: z.literal(true) }),
    z.strictObject({
      accept: z.literal(false),
      message: requiredText(limits.disputeMessage, 'Mensagem obrigatória'),
      /** The part of the price that the seller offers to return. */
      offer: partOfPriceInput.nullish(),
    }),
  ],
  { error: errors.invalid_input.text },
);
export type DisputeAnswerInput = z.output<typeof disputeAnswerBody>;

/** Fields of a decision that returns the whole price or nothing. */
const decisionWithoutAmount = { refundAmount: z.null().optional(), reason: moderationReason };

/**
 * Decision of the team. `released`: the seller keeps the whole price; `refunded`: the buyer gets the whole price back;
 * `partly_refunded`: the buyer gets `refundAmount` back.
 */
const disputeDecisionBody = z.discriminatedUnion(
  'outcome',
  [
    z.strictObject({ outcome: z.literal('released'), ...decisionWithoutAmount }),
    z.strictObject({ outcome: z.literal('refunded'), ...decisionWithoutAmount }),
    z.strictObject({
      outcome: z.literal('partly_refunded'),
      refundAmount: partOfPriceInput,
      reason: moderationReason,
    }),
  ],
  { error: errors.invalid_parameter.text },
);
export type DisputeDecisionInput = z.output<typeof disputeDecisionBody>;

/** A dispute, with the fields that the team sees. */
export const adminDispute = dispute.extend({
  paymentId: id,
  purchaseCode: z.string(),
  productName: z.string(),
  price: decimal,
  /** What the buyer's bank has taken back of the price, so that a decision divides only the rest; usually `"0.00"`. */
  contestedAmount: decimal,
  /** Whether the buyer has opened files of the pack. */
  packOpened: z.boolean(),
  buyer: author,
  seller: author,
});
export type AdminDispute = z.infer<typeof adminDispute>;

const paymentParams = z.object({ id: idInput });
const disputeParams = z.object({ id: idInput });
const paymentOutput = z.object({ payment });

/** Endpoints by which a buyer disputes an order, its seller answers, and the team decides. */
export const disputeEndpoints = {
  openDispute: endpoint({
    method: 'POST',
    path: '/api/payments/:id/dispute',
    summary:
      'Dispute an order, once, by its buyer, while it is in progress or its money is clearing',
    access: 'user',
    params: paymentParams,
    body: openDisputeBody,
    status: 201,
    output: z.object({ dispute }),
    errors: [
      'order_not_found',
      'only_buyer_disputes',
      'dispute_exists',
      'nothing_to_dispute',
      'order_wrong_status',
    ],
    limit: 'general',
  }),
  answerDispute: endpoint({
    method: 'POST',
    path: '/api/payments/:id/dispute/answer',
    summary: 'Answer a dispute, by the seller: accept, which refunds at once, or contest, once',
    access: 'user',
    params: paymentParams,
    body: disputeAnswerBody,
    status: 200,
    output: paymentOutput,
    errors: [
      'order_not_found',
      'only_seller_answers_dispute',
      'dispute_not_found',
      'dispute_answered',
      'dispute_resolved',
      'offer_too_high',
    ],
    limit: 'general',
  }),
  acceptDisputeOffer: endpoint({
    method: 'POST',
    path: '/api/payments/:id/dispute/accept-offer',
    summary: "Accept the seller's offer, by the buyer; ends the dispute",
    access: 'user',
    params: paymentParams,
    status: 200,
    output: paymentOutput,
    errors: [
      'order_not_found',
      'only_buyer_disputes',
      'dispute_not_found',
      'offer_missing',
      'dispute_resolved',
    ],
    limit: 'general',
  }),
  withdrawDispute: endpoint({
    method: 'POST',
    path: '/api/payments/:id/dispute/withdraw',
    summary: 'Withdraw a dispute, by the buyer; the order goes on as before',
    access: 'user',
    params: paymentParams,
    status: 200,
    output: paymentOutput,
    errors: ['order_not_found', 'only_buyer_disputes', 'dispute_not_found', 'dispute_resolved'],
    limit: 'general',
  }),
  adminGetDispute: endpoint({
    method: 'GET',
    path: '/api/admin/disputes/:id',
    summary: 'One dispute, as the team sees it',
    access: 'admin',
    params: disputeParams,
    status: 200,
    output: z.object({ dispute: adminDispute }),
    errors: ['dispute_not_found'],
    limit: 'general',
  }),
  decideDispute: endpoint({
    method: 'POST',
    path: '/api/admin/disputes/:id/decision',
    summary: 'Decide a dispute, once and with a confirmation; not for its buyer and seller',
    access: 'admin',
    params: disputeParams,
    body: disputeDecisionBody,
    confirmation: 'admin_money',
    status: 200,
    output: z.object({ dispute: adminDispute }),
    errors: [
      'dispute_not_found',
      'dispute_resolved',
      'refund_too_high',
      'confirmation_required',
      'forbidden',
    ],
    limit: 'general',
  }),
};
