import type { SubjectKind } from '@guilda/contract/moderation';
import type { ModerationAction } from '@guilda/contract/moderation-actions';

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

const publishedKinds = ['service', 'post', 'comment', 'review'] as const;
const kindsWithPicture = ['user', 'service', 'post'] as const;

/** The kinds of subject that each action can be applied to. */
const kindsByAction: Readonly<Record<ModerationAction, readonly SubjectKind[]>> = {
  hide: ['user', ...publishedKinds],
  restore: ['user', ...publishedKinds],
  blur: ['service', 'post'],
  unblur: ['service', 'post'],
  warn: ['user'],
  suspend: ['user'],
  lift: ['user'],
  refund: ['order'],
  ban_picture: kindsWithPicture,
};

/** Whether an action can be applied to a subject at all; banning a picture needs one. */
export function isActionAvailable(
  { kind, photoURL }: ActionSubject,
  action: ModerationAction,
): boolean {
  return kindsByAction[action].includes(kind) && (action !== 'ban_picture' || photoURL !== null);
}
