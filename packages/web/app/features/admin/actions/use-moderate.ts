import type { ModeratedPerson, SubjectView } from '@guilda/contract/moderation/moderation-case';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { actionSubjectOf, type DirectAction } from './direct-actions.ts';
import { type SubjectRef, subjectQuery } from './subject-query.ts';
import { useAdminAction } from './use-admin-action.ts';

interface ActionInput {
  readonly reason: string;
  /** Days of a suspension; null for a permanent one. */
  readonly days: number | null;
}

/**
 * Performs a moderation action without a case and reloads the moderated person or item. Calls `closeDialog` after
 * success and after a refusal that a retry cannot change.
 */
export function useModerate(subjectRef: SubjectRef, closeDialog: () => void) {
  const client = useQueryClient();
  const reloadSubject = async ({ action }: DirectAction) => {
    const { subject } = await client.fetchQuery(subjectQuery(subjectRef));
    if (action !== 'unblur' || !subject.adult) return;
    toast({ title: 'Continua +18', text: 'Quem publicou marcou assim.', tone: 'notice' });
  };
  const { pending, runAction } = useAdminAction({ close: closeDialog });
  const moderate = async (
    status: { subject: SubjectView; person: ModeratedPerson | null },
    directAction: DirectAction,
    { reason, days }: ActionInput,
  ) => {
    const body = {
      action: directAction.action,
      subject: actionSubjectOf(directAction, status),
      reason: reason.trim(),
      ...(directAction.action === 'suspend' && days !== null ? { days } : {}),
    };
    const isDone = await runAction(
      (confirmationInput) => api().moderationActions.applyAction({ body, ...confirmationInput }),
      directAction.doneText,
    );
    if (!isDone) return;
    // When the new status cannot be loaded, the screen stays unchanged.
    await reloadSubject(directAction).catch(() => undefined);
  };
  return { pending, moderate };
}
