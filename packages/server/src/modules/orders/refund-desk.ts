import { formatDecimal } from '@guilda/contract/money';
import type { AdminRefund } from '@guilda/contract/refunds';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { TeamLog } from '../../platform/team-log.ts';
import {
  administrates,
  lockForDeed,
  type Moment,
  type MomentDeps,
  momentOf,
  toAuthor,
} from '../users/index.ts';
import { type OrderQueue, sendRefundSoon } from './order-jobs.ts';
import { holdPayment } from './payment-store.ts';
import type { RefundRow } from './payments-table.ts';
import {
  type RefundReading,
  readRefundForTeam,
  reopenRefund,
  settleByHand,
} from './refund-desk-store.ts';

export interface RefundDeskDeps extends OrderQueue, MomentDeps, TeamLog<'refund'> {
  readonly database: Database;
}

type Refusal = 'refund_not_found' | 'refund_decided' | 'forbidden';
type Outcome = Promise<Result<{ refund: AdminRefund }, Refusal>>;

function toAdminRefund(reading: RefundReading, moment: Moment): AdminRefund {
  const { refund, order, buyer, seller } = reading;
  return {
    id: refund.id,
    amount: formatDecimal(refund.amount),
    status: refund.status,
    reason: refund.reason,
    paymentId: refund.paymentId,
    ...order,
    buyer: toAuthor(buyer, moment),
    seller: toAuthor(seller, moment),
    createdAt: refund.createdAt.toISOString(),
  };
}

/** One refund, as the team sees it. */
export const readRefund =
  (deps: RefundDeskDeps) =>
  async (
    actor: Person,
    id: string,
  ): Promise<Result<{ refund: AdminRefund }, 'refund_not_found'>> => {
    const reading = await readRefundForTeam(deps.database.db, id);
    if (!reading) return err('refund_not_found');
    return ok({ refund: toAdminRefund(reading, momentOf(deps, actor)) });
  };

/** What an administrator does with a failed refund; false when it is not failed any more. */
interface Move {
  readonly action: 'retry' | 'settle';
  apply(tx: Db, id: string, actor: Person): Promise<boolean>;
}

/** `forbidden` for who is of the team no more; `refund_decided` for whoever comes second. */
const apply =
  (deps: RefundDeskDeps, { action, apply: move }: Move) =>
  (actor: Person, { id, paymentId }: RefundRow, reason: string) =>
    deps.database.transaction(async (tx): Promise<Result<undefined, Refusal>> => {
      const held = await lockForDeed(tx, { actorId: actor.uid, people: [], whole: false });
      if (!administrates(held.get(actor.uid))) return err('forbidden');
      await holdPayment(tx, paymentId);
      if (!(await move(tx, id, actor))) return err('refund_decided');
      const subject = { kind: 'refund', id } as const;
      await deps.recordAction(tx, { actorId: actor.uid, action, subject, reason });
      return ok(undefined);
    });

/** Once, by whoever comes first, with its line in the log; never where one is buyer or seller. */
const decide =
  (deps: RefundDeskDeps, move: Move) =>
  async (actor: Person, id: string, reason: string): Outcome => {
    const found = await readRefundForTeam(deps.database.db, id);
    if (!found) return err('refund_not_found');
    const { buyer, seller, refund } = found;
    if (buyer.uid === actor.uid || seller.uid === actor.uid) return err('forbidden');
    const done = await apply(deps, move)(actor, refund, reason);
    return done.ok ? readRefund(deps)(actor, id) : done;
  };

/**
 * Has the provider asked for a failed refund once more, for days again. Where it has never said for
 * good that it does not, under the same key as before, so that money that has moved does not move
 * again; else as another refund.
 */
export const retryRefund = (deps: RefundDeskDeps) =>
  decide(deps, {
    action: 'retry',
    apply: async (tx, id) => {
      if (!(await reopenRefund(tx, id))) return false;
      await sendRefundSoon(deps, tx, id);
      return true;
    },
  });

/**
 * Notes that a failed refund was paid to the buyer by another way. The ledger has had the money back
 * with the buyer since the order ended and stays as it is; so does `amount_refunded`, which is what
 * the provider says. The refund goes on counting as gone, so that nothing goes back for it again.
 */
export const settleRefund = (deps: RefundDeskDeps) =>
  decide(deps, {
    action: 'settle',
    apply: (tx, id, actor) => settleByHand(tx, id, actor.uid),
  });
