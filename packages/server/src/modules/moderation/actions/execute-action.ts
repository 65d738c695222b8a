import { limits } from '@guilda/contract/limits';
import type { ModerationAction } from '@guilda/contract/moderation/moderation-actions';
import type { Db } from '../../../platform/database/pool.ts';
import { err, ok } from '../../../platform/result.ts';
import { enqueuePreviewErasure, setServiceAdult, setServiceHidden } from '../../catalog/index.ts';
import { applyOrderRefund } from '../../orders/index.ts';
import { banPicture, isPictureBanned, unbanPicture } from '../../pictures/index.ts';
import { setReviewHidden } from '../../reviews/index.ts';
import { applyPostDecision, erasePostPreview, setCommentHidden } from '../../social/index.ts';
import { hasActiveHide, hasWarning } from '../decisions/decision-store.ts';
import {
  liftSuspensionOfPerson,
  requireAgeOfPerson,
  setPersonHidden,
  suspendPerson,
  waiveAgeOfPerson,
} from './account-actions.ts';
import type { ActionDeps, ActionOutcome, LockedAction } from './action-deps.ts';
import { readServiceIdOfOrder } from './action-subject-store.ts';

type ActionHandler = (
  deps: ActionDeps,
  tx: Db,
  lockedAction: LockedAction,
) => Promise<ActionOutcome>;

/**
 * Hides the subject and stores `reason`, or shows it again when `reason` is null. Returns false when nothing changed.
 */
async function setSubjectHidden(
  deps: ActionDeps,
  tx: Db,
  { subject: { kind, id }, person }: LockedAction,
  reason: string | null,
): Promise<boolean> {
  if (kind === 'user') return person !== null && setPersonHidden(deps, tx, person, reason);
  if (kind === 'service') return setServiceHidden(deps, tx, id, reason);
  if (kind === 'comment') return setCommentHidden(tx, id, reason);
  if (kind === 'review') return setReviewHidden(tx, id, reason);
  // An order is never hidden; restoring it only lifts the ban of its picture.
  if (kind === 'order') return false;
  return (await applyPostDecision(deps, tx, id, { hiddenReason: reason }))?.hidden === true;
}

const setSubjectAdult = async (
  deps: ActionDeps,
  tx: Db,
  { subject: { kind, id } }: LockedAction,
  adult: boolean,
) =>
  kind === 'service'
    ? setServiceAdult(deps, tx, id, adult)
    : (await applyPostDecision(deps, tx, id, { sensitive: adult }))?.sensitive === true;

const adultActionHandler =
  (adult: boolean): ActionHandler =>
  async (deps, tx, lockedAction) =>
    ok({ changed: await setSubjectAdult(deps, tx, lockedAction, adult) });

/** Enqueues the erasure of link previews with the subject's picture, so that they are drawn again when requested. */
async function erasePreviewOf(deps: ActionDeps, tx: Db, { kind, id }: LockedAction['subject']) {
  if (kind === 'service') await enqueuePreviewErasure(deps, tx, id);
  if (kind === 'post') await erasePostPreview(deps, tx, id);
  if (kind === 'order') await enqueuePreviewErasure(deps, tx, await readServiceIdOfOrder(tx, id));
  // Link previews of a seller's services show the seller's picture as well.
  if (kind === 'user') await deps.enqueue(tx, 'enforcement.erase_previews', { uid: id });
}

/**
 * Shows the subject again and, when an administrator chose to restore it, lifts the ban of the subject's picture. The
 * outcome of a case says nothing about the picture and therefore leaves the ban in force.
 */
const restoreSubject: ActionHandler = async (deps, tx, lockedAction) => {
  const isRestored = await setSubjectHidden(deps, tx, lockedAction, null);
  const { request, subject } = lockedAction;
  const { photoURL } = subject;
  const isUnbanned = !request.isImplied && photoURL !== null && (await unbanPicture(tx, photoURL));
  if (isUnbanned) await erasePreviewOf(deps, tx, subject);
  return ok({ changed: isRestored || isUnbanned });
};

/** Warns the person. A repeated warning counts once in a case; outside a case, once within a few minutes. */
const warnPerson: ActionHandler = async (_, tx, { request: { reason, caseId }, subject }) => {
  const { personId } = subject;
  const isRepeated = await hasWarning(
    tx,
    { personId, reason, caseId },
    limits.repeatedWarningMinutes,
  );
  return ok({ changed: !isRepeated });
};

const refundOrder: ActionHandler = async ({ orders }, tx, { request: { actor }, subject }) => {
  const refundRequest = { orderId: subject.id, by: 'admin', actorId: actor?.uid ?? null } as const;
  const refund = await applyOrderRefund(orders, tx, refundRequest);
  return refund.ok ? ok({ changed: refund.value }) : refund;
};

/**
 * Bans the subject's picture. `action_impossible` for a picture whose copies cannot be recognised, such as a default
 * picture or one of a single colour.
 */
const banSubjectPicture: ActionHandler = async (deps, tx, { subject }) => {
  const { photoURL } = subject;
  if (photoURL === null) return err('action_impossible');
  if (await isPictureBanned(tx, photoURL)) return ok({ changed: false });
  if (!(await banPicture(tx, photoURL))) return err('action_impossible');
  await erasePreviewOf(deps, tx, subject);
  return ok({ changed: true });
};

/**
 * Hides the subject. An automatic hide (`actor` is null) does not replace the reason of an administrator's decision
 * that is still in force.
 */
const hideSubject: ActionHandler = async (deps, tx, lockedAction) => {
  const { request, subject } = lockedAction;
  if (request.actor === null && (await hasActiveHide(tx, subject.id)))
    return ok({ changed: false });
  return ok({ changed: await setSubjectHidden(deps, tx, lockedAction, request.reason) });
};

const actionHandlers: Readonly<Record<ModerationAction, ActionHandler>> = {
  hide: hideSubject,
  restore: restoreSubject,
  blur: adultActionHandler(true),
  unblur: adultActionHandler(false),
  warn: warnPerson,
  suspend: suspendPerson,
  lift: liftSuspensionOfPerson,
  require_age: requireAgeOfPerson,
  waive_age: waiveAgeOfPerson,
  refund: refundOrder,
  ban_picture: banSubjectPicture,
};

/** Changes the subject as the action requires. Lock all accounts involved first. */
export const executeAction: ActionHandler = (deps, tx, lockedAction) =>
  actionHandlers[lockedAction.request.action](deps, tx, lockedAction);
