import type { SubjectKind } from '@guilda/contract/moderation';
import type { TeamAction } from '@guilda/contract/team-actions';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { services } from '../catalog/index.ts';
import { payments } from '../orders/index.ts';
import { reviews } from '../reviews/index.ts';
import { comments, posts } from '../social/index.ts';
import { users } from '../users/index.ts';

/** What a deed is about. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
  /** Whom a decision about it concerns: whoever is it, wrote it or sells it. */
  readonly personId: string;
  /** Everyone who must not decide about it. */
  readonly people: readonly string[];
  /** How it began, as its author wrote it; empty where it is the person. */
  readonly excerpt: string;
  readonly photoURL: string | null;
}

type Found = Omit<Subject, 'kind' | 'id' | 'people'> & { readonly otherId?: string };

const readings: Readonly<Record<SubjectKind, (tx: Db, id: string) => Promise<Found | undefined>>> =
  {
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
      const [row] = await tx
        .select({ personId, excerpt })
        .from(comments)
        .where(eq(comments.id, id));
      return row && { ...row, photoURL: null };
    },
    review: async (tx, id) => {
      // Nor does who sells decide what is said of what they sell.
      const { authorId: personId, sellerId: otherId, title: excerpt } = reviews;
      const columns = { personId, otherId, excerpt };
      const [row] = await tx.select(columns).from(reviews).where(eq(reviews.id, id));
      return row && { ...row, photoURL: null };
    },
    order: async (tx, id) => {
      // By its code: what it bought may be for adults (`product §9`).
      const { sellerId: personId, buyerId: otherId, purchaseCode: excerpt } = payments;
      const columns = { personId, otherId, excerpt };
      const [row] = await tx.select(columns).from(payments).where(eq(payments.id, id));
      return row && { ...row, photoURL: null };
    },
  };

/** What stands behind a name of a subject; null when there is nothing (any more). */
export async function findSubject(
  tx: Db,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
): Promise<Subject | null> {
  const found = await readings[kind](tx, id);
  if (!found) return null;
  const { personId, otherId, excerpt, photoURL } = found;
  const people = otherId === undefined ? [personId] : [personId, otherId];
  return { kind, id, personId, people, excerpt, photoURL };
}

const published = ['service', 'post', 'comment', 'review'] as const;
const pictured = ['user', 'service', 'post'] as const;

/** Which subjects an action is possible with. */
const kindsOf: Readonly<Record<TeamAction, readonly SubjectKind[]>> = {
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

/** Whether such a subject has such an action at all; a ban needs a picture. */
export function hasAction({ kind, photoURL }: Subject, action: TeamAction): boolean {
  return kindsOf[action].includes(kind) && (action !== 'ban_picture' || photoURL !== null);
}
