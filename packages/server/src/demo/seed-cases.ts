import type pg from 'pg';
import { insertCase, insertDecision, recordAuditEntry } from '../modules/moderation/index.ts';
import type { Db } from '../platform/database/pool.ts';
import { drizzle, sql } from '../platform/database/query-builder.ts';
import { systemIds as ids } from '../ports/ids.ts';
import { type DemoCase, demoCases, demoWarning } from './cases.ts';

type UidByName = (name: string) => string;

const minutesAgoSql = (minutes: number) => sql`now() - ${minutes}::integer * interval '1 minute'`;

/** Inserts the warning that the demo's appeal is about; returns the decision's id. */
async function insertWarning(db: Db, uid: UidByName): Promise<string> {
  const { by, about, reason, minutesAgo } = demoWarning;
  const personId = uid(about);
  const subject = { kind: 'user', id: personId } as const;
  const decisionFields = { personId, caseId: null, action: 'warn', subject, reason } as const;
  const id = await insertDecision(db, ids, { ...decisionFields, excerpt: '', until: null });
  await db.execute(
    sql`UPDATE decisions SET created_at = ${minutesAgoSql(minutesAgo)} WHERE id = ${id}`,
  );
  await recordAuditEntry({ ids })(db, { actorId: uid(by), action: 'warn', subject, reason });
  return id;
}

/** Finds an order that waits for its start, between two people who are not administrators. */
async function findWaitingOrder(db: Db): Promise<{ id: string; buyer: string } | undefined> {
  const { rows } = await db.execute<{ id: string; buyer: string }>(sql`
    SELECT p.id, p.buyer_id AS buyer FROM payments p
    WHERE p.service_status = 'awaiting_start' AND NOT EXISTS (SELECT FROM users u
      WHERE u.role = 'admin' AND u.uid IN (p.buyer_id, p.seller_id))
    ORDER BY p.created_at, p.id LIMIT 1`);
  return rows[0];
}

async function findSensitivePost(db: Db): Promise<{ id: string; author: string } | undefined> {
  const { rows } = await db.execute<{ id: string; author: string }>(
    sql`SELECT uid AS id, author_id AS author FROM posts WHERE sensitive LIMIT 1`,
  );
  return rows[0];
}

/** Finds the subject of a case by the case's kind; null if the demo has none. */
async function findCaseSubject(db: Db, demoCase: DemoCase, uid: UidByName, decisionId: string) {
  if (demoCase.kind === 'support') {
    const order = await findWaitingOrder(db);
    return order ? { authorId: order.buyer, orderId: order.id } : null;
  }
  const authorId = uid(demoCase.author);
  if (demoCase.kind === 'appeal') return { authorId, decisionId };
  if (demoCase.isAboutSensitivePost) {
    const post = await findSensitivePost(db);
    return post ? { authorId, reportedUserId: post.author, reportedPostId: post.id } : null;
  }
  return demoCase.reportedPerson
    ? { authorId, reportedUserId: uid(demoCase.reportedPerson) }
    : { authorId };
}

/**
 * Inserts moderation cases: reports of every severity, a support request, feedback and an appeal. Unlike real cases
 * they send no notifications and hide no content.
 */
export async function seedCases(client: pg.ClientBase, uid: UidByName): Promise<void> {
  const db = drizzle({ client: client as pg.PoolClient });
  const decisionId = await insertWarning(db, uid);
  for (const demoCase of demoCases.toSorted((a, b) => b.minutesAgo - a.minutesAgo)) {
    const subjectIds = await findCaseSubject(db, demoCase, uid, decisionId);
    if (!subjectIds) continue;
    const { kind, title = null, message, severity, concernsMinor = false, minutesAgo } = demoCase;
    const id = ids.uuid();
    await insertCase(db, {
      id,
      kind,
      title,
      message,
      severity,
      minor: concernsMinor,
      ...subjectIds,
    });
    await db.execute(
      sql`UPDATE cases SET created_at = ${minutesAgoSql(minutesAgo)} WHERE id = ${id}`,
    );
  }
}
