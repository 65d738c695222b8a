import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
import { services } from '../../catalog/index.ts';
import { orders } from '../../orders/index.ts';
import { reviews } from '../../reviews/index.ts';
import { comments, posts } from '../../social/index.ts';
import { users } from '../../users/index.ts';
import type { ActionSubject } from './action-subject.ts';

type SubjectRow = Omit<ActionSubject, 'kind' | 'id' | 'involvedUids'> & {
  readonly otherId?: string;
};

const subjectReaders: Readonly<
  Record<SubjectKind, (tx: Db, id: string, deletedToo: boolean) => Promise<SubjectRow | undefined>>
> = {
  user: async (tx, id) => {
    const isOpenAccount = and(eq(users.uid, id), isNull(users.deletedAt));
    const [row] = await tx.select({ photoURL: users.photoURL }).from(users).where(isOpenAccount);
    return row && { ...row, personId: id, excerpt: '' };
  },
  service: async (tx, id, deletedToo) => {
    const { sellerId: personId, title: excerpt, photoURL } = services;
    const isThisService = and(
      eq(services.id, id),
      deletedToo ? undefined : isNull(services.deletedAt),
    );
    const [row] = await tx
      .select({ personId, excerpt, photoURL })
      .from(services)
      .where(isThisService);
    return row;
  },
  post: async (tx, id) => {
    const { authorId: personId, title, description, photoURL } = posts;
    const columns = { personId, title, description, photoURL };
    const [row] = await tx.select(columns).from(posts).where(eq(posts.uid, id));
    return row && { ...row, excerpt: row.title || row.description };
  },
  comment: async (tx, id) => {
    const { authorId: personId, text: excerpt } = comments;
    const [row] = await tx.select({ personId, excerpt }).from(comments).where(eq(comments.id, id));
    return row && { ...row, photoURL: null };
  },
  review: async (tx, id) => {
    // The seller of the reviewed service is involved as well, and therefore must not decide about the review.
    const { authorId: personId, sellerId: otherId, title: excerpt } = reviews;
    const columns = { personId, otherId, excerpt };
    const [row] = await tx.select(columns).from(reviews).where(eq(reviews.id, id));
    return row && { ...row, photoURL: null };
  },
  order: async (tx, id) => {
    // Texts name an order by its purchase code, because the title of its service may be for adults only.
    const { sellerId: personId, buyerId: otherId, purchaseCode: excerpt, photoURL } = orders;
    const columns = { personId, otherId, excerpt, photoURL };
    const [row] = await tx.select(columns).from(orders).where(eq(orders.id, id));
    return row;
  },
};

/**
 * Finds a subject by kind and id; null when the subject does not exist or was deleted.
 * @param deletedToo whether to find deleted services: their orders keep the pictures and files that an action concerns
 */
export async function findActionSubject(
  tx: Db,
  { kind, id }: Pick<ActionSubject, 'kind' | 'id'>,
  deletedToo = false,
): Promise<ActionSubject | null> {
  const subjectRow = await subjectReaders[kind](tx, id, deletedToo);
  if (!subjectRow) return null;
  const { personId, otherId, excerpt, photoURL } = subjectRow;
  const involvedUids = otherId === undefined ? [personId] : [personId, otherId];
  return { kind, id, personId, involvedUids, excerpt, photoURL };
}

/**
 * Locks a subject until `tx` ends, so that actions on the same subject run one after the other. The lock key must not
 * change: while an installation is updated, nodes of the previous version still use it.
 */
export const lockSubject = (tx: Db, { id }: ActionSubject) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('guilda deed ' || ${id}, 0))`);

/** Ids of all services of a seller, deleted ones included. */
export async function listServiceIdsOf(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db
    .select({ id: services.id })
    .from(services)
    .where(eq(services.sellerId, sellerId));
  return rows.map(({ id }) => id);
}

/** Ids of all posts of a person. */
export async function listPostIdsOf(db: Db, authorId: string): Promise<string[]> {
  const rows = await db.select({ id: posts.uid }).from(posts).where(eq(posts.authorId, authorId));
  return rows.map(({ id }) => id);
}

/** The service that an order sold. Orders are never deleted. */
export async function readServiceIdOfOrder(tx: Db, orderId: string): Promise<string> {
  const { serviceId } = orders;
  const [row] = await tx.select({ serviceId }).from(orders).where(eq(orders.id, orderId));
  if (!row) throw new Error(`order ${orderId} vanished`);
  return row.serviceId;
}
