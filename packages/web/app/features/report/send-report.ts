import { ApiError } from '@guilda/contract/api-error';
import { api } from '../../lib/api/api.ts';
import { sendOnce } from '../../lib/api/send-once.ts';
import { useSession } from '../../lib/session/session.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { ReportForm } from './report-schema.ts';
import type { ReportedItem } from './reported.ts';
import { notifySignInNeeded } from './sign-in-notice.ts';

function toastFailure(error: unknown) {
  const text = error instanceof ApiError ? error.message : undefined;
  toast({ title: 'Erro ao enviar denúncia', text: text || undefined, tone: 'error' });
}

function toastReportSent(caseCode: string, followCase: () => void) {
  toast({
    title: 'Denúncia enviada',
    text: `Nossa equipe vai olhar com atenção. Protocolo: ${caseCode}.`,
    action: { label: 'Acompanhar', run: followCase },
  });
}

/**
 * Sends the report and shows a toast; resolves to true when the report was stored. `openReport` opens the page on which
 * the person will find the team's answer.
 */
export async function sendReport(
  reportedItem: ReportedItem,
  form: ReportForm,
  openReport: () => void,
): Promise<boolean> {
  const uid = useSession.getState().user?.uid;
  if (uid === undefined) {
    notifySignInNeeded();
    return false;
  }
  const involvedIds = {
    reportedUserId: reportedItem.uid,
    reportedPostId: reportedItem.postId,
    reportedCommentId: reportedItem.commentId,
    reportedServiceId: reportedItem.serviceId,
    reportedReviewId: reportedItem.reviewId,
    reportedBy: uid,
    userId: uid,
  };
  try {
    const { minor, underage, ...typedFields } = form;
    const tickedClaims = { ...(minor ? { minor } : {}), ...(underage ? { underage } : {}) };
    const emailData = { ...typedFields, ...involvedIds, ...tickedClaims };
    const body = { emailType: 'report' as const, emailData };
    const { code } = await sendOnce(body, (idempotencyKey) =>
      api().moderation.sendEmail({ body, idempotencyKey }),
    );
    toastReportSent(code, openReport);
    return true;
  } catch (error) {
    toastFailure(error);
    return false;
  }
}
