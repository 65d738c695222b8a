import type { SubjectKind } from '@guilda/contract/moderation';
import type { ModerationAction } from '@guilda/contract/moderation-actions';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull } from '../../../platform/database/query-builder.ts';
import { services } from '../../catalog/index.ts';
import { orders } from '../../orders/index.ts';
import { reviews } from '../../reviews/index.ts';
import { comments, posts } from '../../social/index.ts';
import { users } from '../../users/index.ts';

/** What a moderation action is applied to. */
export interface ActionSubject {
  readonly kind: SubjectKind;
  readonly id: string;
  /** The person a decision about it concerns: the account itself, the author or the seller. */
  readonly personId: string;
  /** Everybody who must not decide about it. */
  readonly people: readonly string[];
  /** The text as its author wrote it, of which decisions quote the beginning; empty for an account. */
  readonly excerpt: string;
  readonly photoURL: string | null;
}

type SubjectRow = Omit<ActionSubject, 'kind' | 'id' | 'people'> & { readonly otherId?: string };

const subjectReaders: Readonly<
  Record<SubjectKind, (tx: Db, id: string) => Promise<SubjectRow | undefined>>
> = {
  user: async (tx, id) => {
    const open = and(eq(users.uid, id), isNull(users.deletedAt));
    const [row] = await tx.select({ photoURL: users.photoURL }).from(users).where(open);
    return row && { ...row, personId: id, excerpt: '' };
  },
  service: async (tx, id) => {
    const { sellerId: personId, title: excerpt, photoURL } = services;
    const there = and(eq(services.id, id), isNull(services.deletedAt));
    const [row] = await tx.select({ personId, excerpt, photoURL }).from(services).where(there);
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
    // The seller of the reviewed service must not decide about the review either.
    const { authorId: personId, sellerId: otherId, title: excerpt } = reviews;
    const columns = { personId, otherId, excerpt };
    const [row] = await tx.select(columns).from(reviews).where(eq(reviews.id, id));
    return row && { ...row, photoURL: null };
  },
  order: async (tx, id) => {
    // Orders are named by their code, because the service's title may be for adults only.
    const { sellerId: personId, buyerId: otherId, purchaseCode: excerpt } = orders;
    const columns = { personId, otherId, excerpt };
    const [row] = await tx.select(columns).from(orders).where(eq(orders.id, id));
    return row && { ...row, photoURL: null };
  },
};

/** Finds a subject by kind and id; null when it does not exist or was deleted. */
export async function findActionSubject(
  tx: Db,
  { kind, id }: Pick<ActionSubject, 'kind' | 'id'>,
): Promise<ActionSubject | null> {
  const found = await subjectReaders[kind](tx, id);
  if (!found) return null;
  const { personId, otherId, excerpt, photoURL } = found;
  const people = otherId === undefined ? [personId] : [personId, otherId];
  return { kind, id, personId, people, excerpt, photoURL };
}

const published = ['service', 'post', 'comment', 'review'] as const;
const pictured = ['user', 'service', 'post'] as const;

/** The kinds of subject that each action can be applied to. */
const kindsOf: Readonly<Record<ModerationAction, readonly SubjectKind[]>> = {
  hide: ['user', ...published],
  restore: ['user', ...published],
  blur: ['service', 'post'],
  unblur: ['service', 'post'],
  warn: ['user'],
  suspend: ['user'],
  lift: ['user'],
  refund: ['order'],
  ban_picture: pictured,
};

/** Whether an action can be applied to a subject at all; banning a picture needs one. */
export function isActionAvailable(
  { kind, photoURL }: ActionSubject,
  action: ModerationAction,
): boolean {
  return kindsOf[action].includes(kind) && (action !== 'ban_picture' || photoURL !== null);
}
