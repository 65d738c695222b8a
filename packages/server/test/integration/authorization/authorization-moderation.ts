import { randomUUID } from 'node:crypto';
import {
  type AuthorizationRow,
  jsonCall,
  sameStatusForAll,
  signedIn,
  signedInOrSuspended,
} from './authorization-row.ts';

/** Statuses of an endpoint for administrators only: `status` for administrators, a refusal for all other actors. */
const forAdministrators = (status: number): AuthorizationRow['statuses'] => ({
  ...signedIn(403),
  admin: status,
});

const caseDecision = { outcome: 'noted', reason: 'Obrigado!' };

/** Expectations about moderation, support, a person's own data and analytics. */
export const moderationExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'moderation.sendEmail': {
    statuses: { ...signedIn(404), buyer: 200, seller: 403 },
    call: ({ purchaseCode }) =>
      jsonCall('/email/send', {
        emailType: 'support',
        emailData: { purchaseCode, userMessage: 'Ninguém começou.' },
      }),
  },
  'moderation.listOwnCases': {
    statuses: signedInOrSuspended(200),
    call: () => ({ url: '/api/cases' }),
  },
  'moderation.listDecisions': {
    statuses: signedInOrSuspended(200),
    call: () => ({ url: '/api/decisions' }),
  },
  'moderation.appeal': {
    statuses: signedInOrSuspended(404),
    call: () => jsonCall(`/api/decisions/${randomUUID()}/appeal`, { message: 'Foi engano.' }),
  },
  'transparency.listTransparencyReports': {
    statuses: sameStatusForAll(200),
    call: () => ({ url: '/api/transparency' }),
  },
  'transparency.downloadTransparencyReport': {
    statuses: sameStatusForAll(404),
    call: () => ({ url: '/api/transparency/2020-1.csv' }),
  },
  'legalPages.getLegalPageValues': {
    statuses: sameStatusForAll(200),
    call: () => ({ url: '/api/house' }),
  },
  'presence.countOnline': {
    statuses: sameStatusForAll(200),
    call: () => ({ url: '/api/presence' }),
  },
  'moderationQueue.listQueue': {
    statuses: forAdministrators(200),
    call: () => ({ url: '/api/admin/queue' }),
  },
  'moderationQueue.getCase': {
    statuses: forAdministrators(404),
    call: () => ({ url: `/api/admin/cases/${randomUUID()}` }),
  },
  'moderationQueue.readReportCopy': {
    statuses: forAdministrators(404),
    call: () => ({ url: `/api/admin/cases/${randomUUID()}/copy` }),
  },
  'moderationQueue.openAuthorityPackage': {
    statuses: forAdministrators(404),
    call: () =>
      jsonCall(`/api/admin/cases/${randomUUID()}/authority-package`, { reason: 'Ofício 12' }),
  },
  'moderationQueue.takeCase': {
    statuses: forAdministrators(404),
    call: () => ({ url: `/api/admin/cases/${randomUUID()}/assignee` }),
  },
  'moderationQueue.releaseCase': {
    statuses: forAdministrators(404),
    call: () => ({ url: `/api/admin/cases/${randomUUID()}/assignee` }),
  },
  'moderationQueue.decideCase': {
    statuses: forAdministrators(404),
    call: () => jsonCall(`/api/admin/cases/${randomUUID()}/decision`, caseDecision),
  },
  'moderationQueue.decideCases': {
    statuses: forAdministrators(200),
    call: () => jsonCall('/api/admin/cases/decisions', { ...caseDecision, ids: [randomUUID()] }),
  },
  'moderationQueue.listActions': {
    statuses: forAdministrators(200),
    call: () => ({ url: '/api/admin/actions' }),
  },
  'moderationActions.getSubject': {
    statuses: forAdministrators(404),
    call: () => ({ url: `/api/admin/subjects/post/${randomUUID()}` }),
  },
  'moderationActions.applyAction': {
    statuses: forAdministrators(404),
    call: () =>
      jsonCall('/api/admin/actions', {
        action: 'warn',
        subject: { kind: 'user', id: randomUUID() },
        reason: 'Spam',
      }),
  },
  'refunds.adminGetRefund': {
    statuses: forAdministrators(404),
    call: () => ({ url: `/api/admin/refunds/${randomUUID()}` }),
  },
  'refunds.retryRefund': {
    statuses: forAdministrators(404),
    call: () => jsonCall(`/api/admin/refunds/${randomUUID()}/retry`, { reason: 'De novo' }),
  },
  'refunds.settleRefund': {
    statuses: forAdministrators(404),
    call: () => jsonCall(`/api/admin/refunds/${randomUUID()}/settle`, { reason: 'Por Pix' }),
  },
  'chargebacks.adminGetChargeback': {
    statuses: forAdministrators(404),
    call: () => ({ url: `/api/admin/chargebacks/${randomUUID()}` }),
  },
  'wallet.adminGetWithdrawal': {
    statuses: forAdministrators(404),
    call: () => ({ url: `/api/admin/withdrawals/${randomUUID()}` }),
  },
  'adminStatistics.getAdminStatistics': {
    statuses: forAdministrators(200),
    call: () => ({ url: '/api/admin/figures?days=7' }),
  },
  'health.getHealth': {
    statuses: forAdministrators(200),
    call: () => ({ url: '/api/admin/health' }),
  },
  'privacy.downloadExport': {
    statuses: signedInOrSuspended(200),
    call: () => ({ url: '/api/users/me/export' }),
  },
  'privacy.listExports': {
    statuses: signedInOrSuspended(200),
    call: () => ({ url: '/api/users/me/exports' }),
  },
  'privacy.requestExport': {
    statuses: signedInOrSuspended(201),
    call: () => jsonCall('/api/users/me/exports', {}),
  },
  'privacy.openExport': {
    statuses: signedInOrSuspended(404),
    call: () => jsonCall(`/api/users/me/exports/${randomUUID()}/address`, {}),
  },
  'analytics.getAnalyticsConfig': {
    statuses: sameStatusForAll(200),
    call: () => ({ url: '/api/analytics/config' }),
  },
  'analytics.countEvents': {
    statuses: sameStatusForAll(204),
    call: () =>
      jsonCall('/api/analytics/events', { events: [{ name: 'screen_view', screen: '/' }] }),
  },
  'analytics.reportError': {
    statuses: sameStatusForAll(204),
    call: () => jsonCall('/api/errors', { message: 'TypeError', screen: '/' }),
  },
};
