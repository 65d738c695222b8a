import { type QueueItem, type QueueKind, queueKinds } from '@guilda/contract/desk';
import { formatDecimal } from '@guilda/contract/money';
import { deskHours } from '@guilda/contract/severity';
import type { Person } from '../../platform/actor.ts';
import { decodeCursor, type KeyForm, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import { type Moment, type MomentDeps, momentOf, toAuthor } from '../users/index.ts';
import { caseCode } from './case-code.ts';
import { caseTitle } from './case-title.ts';
import { refundCode, withdrawalCode } from './money-code.ts';
import { countOpen, type QueueRow, type QueueState, readQueue } from './queue-queries.ts';
import { severityOf } from './severity.ts';

export interface QueueDeps extends MomentDeps {
  readonly database: Pick<Database, 'pool'>;
}

interface Query {
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

/** Until when something of a severity that came at that time is to be decided. */
export function dueAt(rank: number, createdAt: Date): string {
  return new Date(createdAt.getTime() + deskHours[severityOf(rank)] * HOUR_MS).toISOString();
}

/** Severity and time: the place in a list of what is open. */
const openKey: KeyForm = {
  test: (key) => /^[1-4]:/.test(key) && timeKey.test(key.slice(2)),
};

/** What people call it by, and what heads it. */
function namesOf(row: QueueRow): { code: string; title: string } {
  const { itemKind, itemId, number, title, message, purchaseCode, action } = row;
  if (itemKind === 'withdrawal') return { code: withdrawalCode(itemId), title: 'Saque por Pix' };
  if (itemKind === 'refund')
    return {
      code: refundCode(purchaseCode ?? ''),
      title: `Reembolso do pedido ${purchaseCode} falhou`,
    };
  return {
    code: caseCode(itemKind, Number(number)),
    title: caseTitle({ kind: itemKind, title, message: message ?? '' }, { purchaseCode, action }),
  };
}

function toItem(row: QueueRow, moment: Moment): QueueItem {
  const { assigneeUid, assigneeName, amount, severity, openedAt } = row;
  return {
    id: row.itemId,
    kind: row.itemKind,
    severity: severityOf(severity),
    ...namesOf(row),
    person: row.uid === null ? null : toAuthor(row, moment),
    amount: amount === null ? null : formatDecimal(Number(amount)),
    assignee: assigneeUid === null ? null : { uid: assigneeUid, name: assigneeName ?? '' },
    state: row.state,
    createdAt: openedAt.toISOString(),
    dueAt: dueAt(severity, openedAt),
  };
}

/**
 * What waits for the team, the most pressing first, or what was decided, the last first; without reports
 * about the reader.
 */
export const listQueue =
  (deps: QueueDeps) =>
  async (actor: Person, query: Query): Promise<Result<QueuePage, 'invalid_parameter'>> => {
    const { limit, state, kind = null } = query;
    const closed = state === 'closed';
    const after = decodeCursor(query.cursor, closed ? timeKey : openKey);
    if (!after.ok) return after;
    const { pool } = deps.database;
    const moment = momentOf(deps, actor);
    const asked = { state, kind, reader: actor.uid, after: after.value, limit };
    const [rows, counts] = await Promise.all([
      readQueue(pool, asked),
      countOpen(pool, { reader: actor.uid, now: moment.now }),
    ]);
    const { page, nextCursor } = pageOf(rows, limit, ({ severity, key, itemId }) => ({
      key: closed ? key : `${severity}:${key}`,
      id: itemId,
    }));
    const none = Object.fromEntries(queueKinds.map((each) => [each, 0]));
    const some = Object.fromEntries(counts.map(({ kind: each, count }) => [each, count]));
    const open = { ...none, ...some } as QueuePage['open'];
    const urgent = counts.reduce((sum, each) => sum + each.urgent, 0);
    return ok({ items: page.map((row) => toItem(row, moment)), open, urgent, nextCursor });
  };
