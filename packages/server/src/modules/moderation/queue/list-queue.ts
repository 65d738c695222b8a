import {
  type QueueItem,
  type QueueKind,
  queueKinds,
} from '@guilda/contract/moderation/moderation-queue';
import { hoursToDecide } from '@guilda/contract/moderation/severity';
import { formatDecimal } from '@guilda/contract/money/money';
import {
  chargebackCodeOf,
  disputeCodeOf,
  refundCodeOf,
  withdrawalCodeOf,
} from '@guilda/contract/money/money-codes';
import type { Person } from '../../../platform/actor.ts';
import { decodeCursor, type KeyPattern, pageOf, timeKey } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import {
  toAuthor,
  type ViewContext,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import { caseCodeOf } from '../cases/case-code.ts';
import { caseTitleOf } from '../cases/case-title.ts';
import { severityOfRank } from '../cases/severity.ts';
import { countOpenItems, type QueueRow, type QueueState, readQueue } from './queue-queries.ts';

export interface QueueDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'pool'>;
}

interface QueueQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly kind?: QueueKind | undefined;
  readonly state: QueueState;
}

interface QueuePage {
  readonly items: QueueItem[];
  readonly open: Record<QueueKind, number>;
  readonly urgent: number;
  readonly nextCursor: string | null;
}

const HOUR_MS = 3_600_000;

/** Due time of an item with this severity that was created at `createdAt`, as ISO 8601 text. */
export function dueTimeOf(severityRank: number, createdAt: Date): string {
  return new Date(
    createdAt.getTime() + hoursToDecide[severityOfRank(severityRank)] * HOUR_MS,
  ).toISOString();
}

/** Pattern of the cursor key of open items: rank, a colon and the time. */
const openItemKey: KeyPattern = {
  test: (key) => /^[1-5]:/.test(key) && timeKey.test(key.slice(2)),
};

/** Code and title of a queue item. */
function codeAndTitleOf(row: QueueRow): { code: string; title: string } {
  const { itemKind, itemId, number, title, message, purchaseCode, action } = row;
  if (itemKind === 'withdrawal')
    return {
      code: withdrawalCodeOf(itemId),
      title: row.approvedOnce ? 'Saque por Pix: falta a segunda aprovação' : 'Saque por Pix',
    };
  if (itemKind === 'refund')
    return {
      code: refundCodeOf(purchaseCode ?? ''),
      title: `Reembolso do pedido ${purchaseCode} falhou`,
    };
  if (itemKind === 'dispute')
    return { code: disputeCodeOf(purchaseCode ?? ''), title: `Disputa do pedido ${purchaseCode}` };
  if (itemKind === 'chargeback')
    return {
      code: chargebackCodeOf(purchaseCode ?? ''),
      title: `Contestação do pedido ${purchaseCode}`,
    };
  return {
    code: caseCodeOf(itemKind, Number(number)),
    title: caseTitleOf({ kind: itemKind, title, message: message ?? '' }, { purchaseCode, action }),
  };
}

function toItem(row: QueueRow, context: ViewContext): QueueItem {
  const { assigneeUid, assigneeName, amount, pixKeyMatches, severity, openedAt, dueAt } = row;
  return {
    id: row.itemId,
    kind: row.itemKind,
    severity: severityOfRank(severity),
    ...codeAndTitleOf(row),
    person: row.uid === null ? null : toAuthor(row, context),
    amount: amount === null ? null : formatDecimal(Number(amount)),
    pixKeyMatches,
    assignee: assigneeUid === null ? null : { uid: assigneeUid, name: assigneeName ?? '' },
    state: row.state,
    createdAt: openedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? dueTimeOf(severity, openedAt),
  };
}

/**
 * A page of the queue. Open items: first overdue disputes and cases that have waited for an answer for too long, then the
 * others by severity, each group oldest first. Closed items: last decided first. Reports about the reader are left out.
 */
export const listQueue =
  (deps: QueueDeps) =>
  async (actor: Person, query: QueueQuery): Promise<Result<QueuePage, 'invalid_parameter'>> => {
    const { limit, state, kind = null } = query;
    const isClosed = state === 'closed';
    const afterCursor = decodeCursor(query.cursor, isClosed ? timeKey : openItemKey);
    if (!afterCursor.ok) return afterCursor;
    const { pool } = deps.database;
    const viewContext = viewContextFor(deps, actor);
    const { now } = viewContext;
    const queueRequest = { state, kind, reader: actor.uid, after: afterCursor.value, limit, now };
    const [rows, counts] = await Promise.all([
      readQueue(pool, queueRequest),
      countOpenItems(pool, { reader: actor.uid, now }),
    ]);
    const { page, nextCursor } = pageOf(rows, limit, ({ severity, key, itemId }) => ({
      key: isClosed ? key : `${severity}:${key}`,
      id: itemId,
    }));
    const zeroCounts = Object.fromEntries(queueKinds.map((each) => [each, 0]));
    const knownCounts = Object.fromEntries(
      counts.map(({ kind: queueKind, count }) => [queueKind, count]),
    );
    const openCounts = { ...zeroCounts, ...knownCounts } as QueuePage['open'];
    const urgentCount = counts.reduce((sum, each) => sum + each.urgent, 0);
    return ok({
      items: page.map((row) => toItem(row, viewContext)),
      open: openCounts,
      urgent: urgentCount,
      nextCursor,
    });
  };
