import { randomUUID } from 'node:crypto';
import {
  type AuthorizationRow,
  jsonCall,
  sameStatusForAll,
  signedIn,
  signedInOrSuspended,
} from './authorization-row.ts';

/** For administrators only; everybody else is refused. */
const forAdministrators = (status: number): AuthorizationRow['answers'] => ({
  ...signedIn(403),
  admin: status,
});

const caseDecision = { outcome: 'noted', reason: 'Obrigado!' };

/** Expectations about moderation, support, a person's own data and analytics. */
export const moderationExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'moderation.sendEmail': {
    answers: { ...signedIn(404), buyer: 200, seller: 403 },
    call: ({ purchaseCode }) =>
      jsonCall('/email/send', {
        emailType: 'support',
        emailData: { purchaseCode, userMessage: 'Ninguém começou.' },
      }),
  },
  'moderation.listOwnCases': {
    answers: signedInOrSuspended(200),
    call: () => ({ url: '/api/cases' }),
  },
  'moderation.listDecisions': {
    answers: signedInOrSuspended(200),
    call: () => ({ url: '/api/decisions' }),
  },
  'moderation.appeal': {
    answers: signedInOrSuspended(404),
    call: () => jsonCall(`/api/decisions/${randomUUID()}/appeal`, { message: 'Foi engano.' }),
  },
  'transparency.listTransparencyReports': {
    answers: sameStatusForAll(200),
    call: () => ({ url: '/api/transparency' }),
  },
  'transparency.downloadTransparencyReport': {
    answers: sameStatusForAll(404),
    call: () => ({ url: '/api/transparency/2020-1.csv' }),
  },
  'legalPages.getLegalPageValues': {
    answers: sameStatusForAll(200),
    call: () => ({ url: '/api/house' }),
  },
  'presence.countOnline': {
    answers: sameStatusForAll(200),
    call: () => ({ url: '/api/presence' }),
  },
  'moderationQueue.listQueue': {
    answers: forAdministrators(200),
    call: () => ({ url: '/api/admin/queue' }),
  },
  'moderationQueue.getCase': {
    answers: forAdministrators(404),
    call: () => ({ url: `/api/admin/cases/${randomUUID()}` }),
  },
  'moderationQueue.readReportCopy': {
    answers: forAdministrators(404),
    call: () => ({ url: `/api/admin/cases/${randomUUID()}/copy` }),
  },
  'moderationQueue.openAuthorityPackage': {
    answers: forAdministrators(404),
    call: () =>
      jsonCall(`/api/admin/cases/${randomUUID()}/authority-package`, { reason: 'Ofício 12' }),
  },
  'moderationQueue.takeCase': {
    answers: forAdministrators(404),
    call: () => ({ url: `/api/admin/cases/${randomUUID()}/assignee` }),
  },
  'moderationQueue.releaseCase': {
    answers: forAdministrators(404),
    call: () => ({ url: `/api/admin/cases/${randomUUID()}/assignee` }),
  },
  'moderationQueue.decideCase': {
    answers: forAdministrators(404),
    call: () => jsonCall(`/api/admin/cases/${randomUUID()}/decision`, caseDecision),
  },
  'moderationQueue.decideCases': {
    answers: forAdministrators(200),
    call: () => jsonCall('/api/admin/cases/decisions', { ...caseDecision, ids: [randomUUID()] }),
  },
  'moderationQueue.listActions': {
    answers: forAdministrators(200),
    call: () => ({ url: '/api/admin/actions' }),
  },
  'moderationActions.getSubject': {
    answers: forAdministrators(404),
    call: () => ({ url: `/api/admin/subjects/post/${randomUUID()}` }),
  },
  'moderationActions.applyAction': {
    answers: forAdministrators(404),
    call: () =>
      jsonCall('/api/admin/actions', {
        action: 'warn',
        subject: { kind: 'user', id: randomUUID() },
        reason: 'Spam',
      }),
  },
  'refunds.adminGetRefund': {
    answers: forAdministrators(404),
    call: () => ({ url: `/api/admin/refunds/${randomUUID()}` }),
  },
  'refunds.retryRefund': {
    answers: forAdministrators(404),
    call: () => jsonCall(`/api/admin/refunds/${randomUUID()}/retry`, { reason: 'De novo' }),
  },
  'refunds.settleRefund': {
    answers: forAdministrators(404),
    call: () => jsonCall(`/api/admin/refunds/${randomUUID()}/settle`, { reason: 'Por Pix' }),
  },
  'chargebacks.adminGetChargeback': {
    answers: forAdministrators(404),
    call: () => ({ url: `/api/admin/chargebacks/${randomUUID()}` }),
  },
  'wallet.adminGetWithdrawal': {
    answers: forAdministrators(404),
    call: () => ({ url: `/api/admin/withdrawals/${randomUUID()}` }),
  },
  'adminStatistics.getAdminStatistics': {
    answers: forAdministrators(200),
    call: () => ({ url: '/api/admin/figures?days=7' }),
  },
  'health.getHealth': {
    answers: forAdministrators(200),
    call: () => ({ url: '/api/admin/health' }),
  },
  'privacy.downloadExport': {
    answers: signedInOrSuspended(200),
    call: () => ({ url: '/api/users/me/export' }),
  },
  'privacy.listExports': {
    answers: signedInOrSuspended(200),
    call: () => ({ url: '/api/users/me/exports' }),
  },
  'privacy.requestExport': {
    answers: signedInOrSuspended(201),
    call: () => jsonCall('/api/users/me/exports', {}),
  },
  'privacy.openExport': {
    answers: signedInOrSuspended(404),
    call: () => jsonCall(`/api/users/me/exports/${randomUUID()}/address`, {}),
  },
  'analytics.getAnalyticsConfig': {
    answers: sameStatusForAll(200),
    call: () => ({ url: '/api/analytics/config' }),
  },
  'analytics.countEvents': {
    answers: sameStatusForAll(204),
    call: () =>
      jsonCall('/api/analytics/events', { events: [{ name: 'screen_view', screen: '/' }] }),
  },
  'analytics.reportError': {
    answers: sameStatusForAll(204),
    call: () => jsonCall('/api/errors', { message: 'TypeError', screen: '/' }),
  },
};
