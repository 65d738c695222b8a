import { badge } from '../accounts/users.ts';
import {
  amountInput,
  booleanInput,
  decimal,
  id,
  idInput,
  instant,
  nextCursor,
  pageQuery,
} from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { requiredText } from '../text.ts';
import { annualStatementEndpoints } from './annual-statements.ts';
import { payoutProfileEndpoints } from './payout-profile.ts';
import { type PixKeyKind, parsePixKey, pixKeyKinds } from './pix.ts';

/**
 * An entry of a seller's wallet history; `amount` is signed decimal text. All entries add up to `held` plus `clearing`
 * plus `available` less `debt`: a withdrawal is deducted when it is requested and returned when it is refused; settling
 * a withdrawal, the end of clearing and the payment of a debt do not change the sum.
 */
const walletEntry = z.object({
  id,
  kind: z.enum([
    'sale',
    'fee',
    'refund',
    'withdrawal',
    'withdrawal_refused',
    'chargeback',
    'chargeback_won',
  ]),
  amount: decimal,
  paymentId: id.nullable(),
  purchaseCode: z.string().nullable(),
  productName: z.string().nullable(),
  /**
   * Time at which the clearing time of the order ends and the seller's part becomes available; null before completion,
   * after the clearing time and during a dispute.
   */
  heldUntil: instant.nullable(),
  /** Whether a dispute of the order is unresolved and holds its money; absent in answers of earlier releases. */
  disputed: z.boolean().optional(),
  /** Whether the order is paid and neither completed nor refunded; false without an order, absent in earlier releases. */
  open: z.boolean().optional(),
  createdAt: instant,
});
export type WalletEntry = z.infer<typeof walletEntry>;

/** States of a withdrawal. `approved_once`: one of the two administrators that a large withdrawal needs approved it. */
export const withdrawalStatuses = ['requested', 'approved_once', 'settled', 'refused'] as const;
const withdrawalStatus = z.enum(withdrawalStatuses, {
  error: errors.invalid_parameter.text,
});

/**
 * Progress of a withdrawal at a payout provider while its status is still `requested`. `sending`: the team approved the
 * withdrawal and the provider is sending it. `unclear`: the provider's answer was lost, and the team must find out
 * whether the money was sent, or the payout of a closed account failed; only the team sees this value.
 */
const payoutProgress = z.enum(['sending', 'unclear']);
export type PayoutProgress = z.infer<typeof payoutProgress>;

/**
 * Steps of the team's approval of a withdrawal: `first_approval` of a large one, and `settlement`, which pays it or
 * records that it was paid.
 */
export const settlementSteps = ['first_approval', 'settlement'] as const;
export type SettlementStep = (typeof settlementSteps)[number];

/** A request for a withdrawal. Only the team sees the unmasked Pix key. */
const withdrawal = z.object({
  id,
  amount: decimal,
  pixKeyKind: z.enum(pixKeyKinds),
  pixKey: z.string(),
  status: withdrawalStatus,
  /** Null unless a payout provider is processing the withdrawal. */
  payout: payoutProgress.nullable(),
  /** Why the withdrawal was refused, for example because the transfer failed; null unless it was refused. */
  reason: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type Withdrawal = z.infer<typeof withdrawal>;

/** A withdrawal, with the fields that the team sees: the unmasked Pix key and the person. */
const adminWithdrawal = withdrawal.extend({
  uid: id,
  /** Whether settling it makes the payout provider pay; otherwise an administrator must already have paid it. */
  automatic: z.boolean(),
  /** Whether the payout failed or came back: paying by hand is then a new payment, refused while there is a debt. */
  payoutFailed: z.boolean(),
  username: z.string(),
  displayName: z.string().nullable(),
  /** Badges of the person; empty once the account is deleted. */
  badges: z.array(badge),
  /**
   * Whether the Pix key is the CPF of the person's payout profile; null for an old withdrawal without payout profile.
   */
  pixKeyMatches: z.boolean().nullable(),
  /**
   * Whether this withdrawal needs the approval of two administrators, by its amount and what the person had requested in
   * the day before it, without what was refused.
   */
  needsTwoAdmins: z.boolean(),
  /** The administrator who approved first; null while no one did. */
  firstApproval: z.object({ uid: id, at: instant }).nullable(),
  /** What the person owes after chargebacks; an amount above zero must be paid back before a new transfer. */
  debt: decimal,
  /** Whether the person's account is suspended. */
  suspended: z.boolean(),
  /**
   * The whole payee. Present only for an administrator who may settle this open withdrawal, and only when a single
   * withdrawal is read; null in lists, after the decision, and for an old withdrawal without payout profile.
   */
  payee: z.object({ legalName: z.string(), cpf: z.string() }).nullable(),
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;

/** Schema of an amount to withdraw, in centavos; at least R$ 1,00. */
const withdrawalAmount = amountInput('Valor inválido.').refine(
  (centavos) => centavos >= limits.minWithdrawal,
  'O saque mínimo é R$ 1,00.',
);

const invalidPixKeyText = 'Chave Pix inválida.';

/** Schema of a Pix key: converts the typed text to the kind of key and its format in the central bank's directory. */
const pixKeyInput = z
  .string({ error: 'Chave Pix obrigatória' })
  .trim()
  .min(1, 'Chave Pix obrigatória')
  .max(100, invalidPixKeyText)
  .transform((text, context): { kind: PixKeyKind; key: string } => {
    const parsed = parsePixKey(text);
    if (parsed === null) {
      context.addIssue({ code: 'custom', message: invalidPixKeyText });
      return z.NEVER;
    }
    return parsed;
  });

export const newWithdrawal = z.object({ amount: withdrawalAmount, pixKey: pixKeyInput });

/** Body of the refusal of a withdrawal; the seller reads the reason. */
export const withdrawalRefusal = z.object({
  reason: requiredText(limits.refusalReason, 'Motivo obrigatório'),
});

export const walletEndpoints = {
  getWallet: endpoint({
    method: 'GET',
    path: '/api/wallet',
    summary:
      'The seller’s money: `held` before the platform fee, `clearing` and `available` after it',
    access: 'user',
    query: pageQuery,
    status: 200,
    output: z.object({
      available: decimal,
      /** The seller's part of completed orders that is not available yet. */
      clearing: decimal,
      held: decimal,
      /** The seller's debt after chargebacks; later income pays the debt first, and only the rest becomes available. */
      debt: decimal,
      /** Total of all platform fees so far. */
      fees: decimal,
      /** Total of all requested withdrawals that are not decided yet. */
      withdrawing: decimal,
      entries: z.array(walletEntry),
      nextCursor,
    }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
};

export const withdrawalEndpoints = {
  ...payoutProfileEndpoints,
  ...annualStatementEndpoints,
  exportWallet: endpoint({
    method: 'GET',
    path: '/api/wallet/entries.csv',
    summary: 'Complete history as CSV: semicolons, decimal commas, UTF-8 with byte order mark',
    access: 'user',
    status: 200,
    output: null,
    produces: 'text/csv',
    errors: [],
    limit: 'general',
  }),
  listWithdrawals: endpoint({
    method: 'GET',
    path: '/api/wallet/withdrawals',
    summary: 'Own withdrawals, newest first',
    access: 'user',
    query: pageQuery,
    status: 200,
    output: z.object({ withdrawals: z.array(withdrawal), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  requestWithdrawal: endpoint({
    method: 'POST',
    path: '/api/wallet/withdrawals',
    summary:
      'Request a withdrawal to a Pix key, with a payout profile and a confirmation; the amount leaves `available` at once. The same `Idempotency-Key` requests once',
    access: 'user',
    body: newWithdrawal,
    idempotent: 'optional',
    confirmation: 'withdrawal',
    status: 201,
    output: z.object({ withdrawal }),
    errors: [
      'age_required',
      'payout_profile_missing',
      'payout_profile_resting',
      'confirmation_required',
      'balance_too_low',
      'wallet_in_debt',
      'idempotency_mismatch',
    ],
    limit: 'general',
  }),
  adminListWithdrawals: endpoint({
    method: 'GET',
    path: '/api/admin/withdrawals',
    summary: 'Withdrawals of all people, oldest first',
    access: 'admin',
    query: pageQuery.extend({ status: withdrawalStatus.optional() }),
    status: 200,
    output: z.object({ withdrawals: z.array(adminWithdrawal), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  adminGetWithdrawal: endpoint({
    method: 'GET',
    path: '/api/admin/withdrawals/:id',
    summary: 'One withdrawal, as the team sees it',
    access: 'admin',
    params: z.object({ id: idInput }),
    status: 200,
    output: z.object({ withdrawal: adminWithdrawal }),
    errors: ['withdrawal_not_found'],
    limit: 'general',
  }),
  settleWithdrawal: endpoint({
    method: 'POST',
    path: '/api/admin/withdrawals/:id/settle',
    summary:
      'Have the payout provider pay a withdrawal; without one, or `byHand`, record that it was paid out. A large one is approved first, and a second administrator settles it',
    access: 'admin',
    params: z.object({ id: idInput }),
    query: z.object({
      /** Set when an administrator paid the withdrawal by hand although there is a payout provider. */
      byHand: booleanInput.optional(),
      /** The step that the administrator's screen shows; when another one is due, the answer is `withdrawal_decided`. */
      step: z.enum(settlementSteps, { error: errors.invalid_parameter.text }).optional(),
    }),
    confirmation: 'admin_money',
    status: 200,
    output: z.object({ withdrawal: adminWithdrawal }),
    errors: [
      'invalid_parameter',
      'payout_receiver_missing',
      'withdrawal_not_found',
      'withdrawal_decided',
      'withdrawal_in_debt',
      'second_admin_needed',
      'confirmation_required',
      'forbidden',
    ],
    limit: 'general',
  }),
  refuseWithdrawal: endpoint({
    method: 'POST',
    path: '/api/admin/withdrawals/:id/refuse',
    summary: 'Refuse a withdrawal with a reason; the amount becomes available again',
    access: 'admin',
    params: z.object({ id: idInput }),
    body: withdrawalRefusal,
    confirmation: 'admin_money',
    status: 200,
    output: z.object({ withdrawal: adminWithdrawal }),
    errors: [
      'withdrawal_not_found',
      'withdrawal_decided',
      'withdrawal_in_debt',
      'confirmation_required',
      'forbidden',
    ],
    limit: 'general',
  }),
};
