import { randomUUID } from 'node:crypto';
import { type AuthorizationRow, jsonCall, signedIn } from './authorization-row.ts';

/** The order of the table waits for its start, so it has no dispute and cannot be disputed. */
export const disputeExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'disputes.openDispute': {
    answers: { ...signedIn(404), buyer: 409, seller: 403, admin: 403 },
    call: ({ orderId }) =>
      jsonCall(`/api/payments/${orderId}/dispute`, { reason: 'other', description: 'Nada.' }),
  },
  'disputes.answerDispute': {
    answers: { ...signedIn(404), buyer: 403, admin: 403 },
    call: ({ orderId }) => jsonCall(`/api/payments/${orderId}/dispute/answer`, { accept: true }),
  },
  'disputes.acceptDisputeOffer': {
    answers: { ...signedIn(404), seller: 403, admin: 403 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/dispute/accept-offer` }),
  },
  'disputes.withdrawDispute': {
    answers: { ...signedIn(404), seller: 403, admin: 403 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/dispute/withdraw` }),
  },
  'disputes.adminGetDispute': {
    answers: { ...signedIn(403), admin: 404 },
    call: () => ({ url: `/api/admin/disputes/${randomUUID()}` }),
  },
  'disputes.decideDispute': {
    answers: { ...signedIn(403), admin: 404 },
    call: () =>
      jsonCall(`/api/admin/disputes/${randomUUID()}/decision`, {
        outcome: 'released',
        reason: 'As mensagens mostram isso.',
      }),
  },
};
