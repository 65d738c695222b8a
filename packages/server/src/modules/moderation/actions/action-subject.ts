import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import type { ModerationAction } from '@guilda/contract/moderation/moderation-actions';

/** The account, content or order to which a moderation action is applied. */
export interface ActionSubject {
  readonly kind: SubjectKind;
  readonly id: string;
  /** The person whom a decision about the subject concerns: the account itself, the author or the seller. */
  readonly personId: string;
  /** Uids of the people who must not decide about the subject, because they are involved. */
  readonly involvedUids: readonly string[];
  /** The subject's text as its author wrote it; decisions quote the beginning. Empty for an account. */
  readonly excerpt: string;
  readonly photoURL: string | null;
}

const publishedKinds = ['service', 'post', 'comment', 'review'] as const;
const kindsWithPicture = ['user', 'service', 'post', 'order'] as const;

/** For each action, the kinds of subject to which it can be applied. */
const kindsByAction: Readonly<Record<ModerationAction, readonly SubjectKind[]>> = {
  hide: ['user', ...publishedKinds],
  restore: ['user', ...publishedKinds, 'order'],
  blur: ['service', 'post'],
  unblur: ['service', 'post'],
  warn: ['user'],
  suspend: ['user'],
  lift: ['user'],
  require_age: ['user'],
  waive_age: ['user'],
  refund: ['order'],
  ban_picture: kindsWithPicture,
};

/** Whether an action can be applied to this subject; banning a picture needs a subject with a picture. */
export function isActionAvailable(
  { kind, photoURL }: ActionSubject,
  action: ModerationAction,
): boolean {
  return kindsByAction[action].includes(kind) && (action !== 'ban_picture' || photoURL !== null);
}
