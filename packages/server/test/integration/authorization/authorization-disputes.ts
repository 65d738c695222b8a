import { randomUUID } from 'node:crypto';
import { type AuthorizationRow, jsonCall, signedIn } from './authorization-row.ts';

/** Expectations about disputes. Each request uses a new order, which waits for its start and so cannot have a dispute. */
export const disputeExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'disputes.openDispute': {
    statuses: { ...signedIn(404), buyer: 409, seller: 403, admin: 403 },
    call: ({ orderId }) =>
      jsonCall(`/api/payments/${orderId}/dispute`, { reason: 'other', description: 'Nada.' }),
  },
  'disputes.answerDispute': {
    statuses: { ...signedIn(404), buyer: 403, admin: 403 },
    call: ({ orderId }) => jsonCall(`/api/payments/${orderId}/dispute/answer`, { accept: true }),
  },
  'disputes.acceptDisputeOffer': {
    statuses: { ...signedIn(404), seller: 403, admin: 403 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/dispute/accept-offer` }),
  },
  'disputes.withdrawDispute': {
    statuses: { ...signedIn(404), seller: 403, admin: 403 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/dispute/withdraw` }),
  },
  'disputes.adminGetDispute': {
    statuses: { ...signedIn(403), admin: 404 },
    call: () => ({ url: `/api/admin/disputes/${randomUUID()}` }),
  },
  'disputes.decideDispute': {
    statuses: { ...signedIn(403), admin: 404 },
    call: () =>
      jsonCall(`/api/admin/disputes/${randomUUID()}/decision`, {
        outcome: 'released',
        reason: 'As mensagens mostram isso.',
      }),
  },
};
