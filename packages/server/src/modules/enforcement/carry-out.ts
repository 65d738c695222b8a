import type { TeamAction } from '@guilda/contract/team-actions';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { err, ok } from '../../platform/result.ts';
import { erasePreview, setServiceAdult, setServiceHidden } from '../catalog/index.ts';
import { decisions } from '../moderation/index.ts';
import { giveOrderBack } from '../orders/index.ts';
import { banPicture, hasBan, unbanPicture } from '../pictures/index.ts';
import { setReviewHidden } from '../reviews/index.ts';
import { decidePost, erasePostPreview, setCommentHidden } from '../social/index.ts';
import type { DeedDeps, Outcome, Work } from './deed-deps.ts';
import { hidePerson, liftPerson, suspendPerson } from './person-deeds.ts';

type Doing = (deps: DeedDeps, tx: Db, work: Work) => Promise<Outcome>;

/** Hides the subject for a reason, or shows it again with null; false where it is so already. */
async function setHidden(
  deps: DeedDeps,
  tx: Db,
  { subject: { kind, id }, person }: Work,
  reason: string | null,
): Promise<boolean> {
  if (kind === 'user') return person !== null && hidePerson(deps, tx, person, reason);
  if (kind === 'service') return setServiceHidden(deps, tx, id, reason);
  if (kind === 'comment') return setCommentHidden(tx, id, reason);
  if (kind === 'review') return setReviewHidden(tx, id, reason);
  return (await decidePost(deps, tx, id, { hiddenReason: reason }))?.hidden === true;
}

const setAdult = async (deps: DeedDeps, tx: Db, { subject: { kind, id } }: Work, adult: boolean) =>
  kind === 'service'
    ? setServiceAdult(deps, tx, id, adult)
    : (await decidePost(deps, tx, id, { sensitive: adult }))?.sensitive === true;

const blurs =
  (adult: boolean): Doing =>
  async (deps, tx, work) =>
    ok({ changed: await setAdult(deps, tx, work, adult) });

/** Has link previews that show a picture drawn anew: its picture is gone or is back. */
async function erasePreviewOf(deps: DeedDeps, tx: Db, { kind, id }: Work['subject']) {
  if (kind === 'service') await erasePreview(deps, tx, id);
  if (kind === 'post') await erasePostPreview(deps, tx, id);
  // A person's picture stands in the previews of all their services.
  if (kind === 'user') await deps.enqueue(tx, 'enforcement.erase_previews', { uid: id });
}

/** A picture that was banned for its subject is free again with it. */
const restore: Doing = async (deps, tx, work) => {
  const shown = await setHidden(deps, tx, work, null);
  const { photoURL } = work.subject;
  const freed = photoURL !== null && (await unbanPicture(tx, photoURL));
  if (freed) await erasePreviewOf(deps, tx, work.subject);
  return ok({ changed: shown || freed });
};

/**
 * How long the same warning outside any case counts as sent twice by a click too many, in minutes; in a
 * case it is one for good.
 */
const SAME_WARNING_MINUTES = 60;

const warn: Doing = async (_, tx, { deed: { reason, caseId }, subject }) => {
  const lately = sql`${decisions.createdAt}
    > clock_timestamp() - make_interval(mins => ${SAME_WARNING_MINUTES})`;
  const same = await tx
    .select({ id: decisions.id })
    .from(decisions)
    .where(
      and(
        eq(decisions.personId, subject.personId),
        eq(decisions.action, 'warn'),
        eq(decisions.reason, reason),
        isNull(decisions.liftedAt),
        caseId === null ? and(isNull(decisions.caseId), lately) : eq(decisions.caseId, caseId),
      ),
    )
    .limit(1);
  return ok({ changed: same.length === 0 });
};

const refund: Doing = async ({ orders }, tx, { deed: { actor }, subject }) => {
  const move = { paymentId: subject.id, by: 'admin', actorId: actor?.uid ?? null } as const;
  const back = await giveOrderBack(orders, tx, move);
  return back.ok ? ok({ changed: back.value }) : back;
};

/** Impossible with a picture that cannot be known again, such as one of ours or a flat one. */
const ban: Doing = async (deps, tx, { subject }) => {
  const { photoURL } = subject;
  if (photoURL === null) return err('action_impossible');
  if (await hasBan(tx, photoURL)) return ok({ changed: false });
  if (!(await banPicture(tx, photoURL))) return err('action_impossible');
  await erasePreviewOf(deps, tx, subject);
  return ok({ changed: true });
};

/** What the team has hidden meanwhile keeps its reason: the product's own word takes no place of theirs. */
const hide: Doing = async (deps, tx, work) => {
  const { deed, subject } = work;
  const standing = and(
    eq(decisions.subjectId, subject.id),
    eq(decisions.action, 'hide'),
    isNull(decisions.liftedAt),
  );
  if (deed.actor === null && (await tx.$count(decisions, standing)) > 0)
    return ok({ changed: false });
  return ok({ changed: await setHidden(deps, tx, work, deed.reason) });
};

const doings: Readonly<Record<TeamAction, Doing>> = {
  hide,
  restore,
  blur: blurs(true),
  unblur: blurs(false),
  warn,
  suspend: suspendPerson,
  lift: liftPerson,
  refund,
  ban_picture: ban,
};

/** Makes what a deed is about stand as the deed says, with its accounts held. */
export const carryOut: Doing = (deps, tx, work) => doings[work.deed.action](deps, tx, work);
