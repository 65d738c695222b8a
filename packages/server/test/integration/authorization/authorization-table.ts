import { randomUUID } from 'node:crypto';
import { callExpectations } from './authorization-calls.ts';
import { disputeExpectations } from './authorization-disputes.ts';
import { messagingExpectations } from './authorization-messaging.ts';
import { moderationExpectations } from './authorization-moderation.ts';
import { notificationExpectations } from './authorization-notifications.ts';
import {
  type AuthorizationRow,
  jsonCall,
  openToAll,
  sameStatusForAll,
  signedIn,
  signedInOrSuspended,
} from './authorization-row.ts';
import { walletExpectations } from './authorization-wallet.ts';

const deadToken = 'x'.repeat(43);

/** Expected status of each endpoint of the contract for each actor; the test checks all cells. */
export const allExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'identity.getAuthConfig': {
    answers: sameStatusForAll(200),
    call: () => ({ url: '/api/auth/config' }),
  },
  'identity.signIn': {
    answers: sameStatusForAll(401),
    call: () => jsonCall('/api/auth/google', { idToken: 'x' }),
  },
  'identity.refreshToken': {
    answers: sameStatusForAll(401),
    call: ({ people }) =>
      jsonCall('/api/users/refresh-token', { uid: people.buyer.uid, refreshToken: deadToken }),
  },
  'identity.confirm': {
    answers: signedIn(401),
    call: () => jsonCall('/api/auth/confirm', { idToken: 'x', purpose: 'withdrawal' }),
  },
  'identity.logout': {
    answers: sameStatusForAll(204),
    call: () => jsonCall('/api/auth/logout', { refreshToken: deadToken }),
  },
  'identity.listSessions': {
    answers: signedInOrSuspended(200),
    call: () => ({ url: '/api/users/me/sessions' }),
  },
  'identity.endOtherSessions': {
    answers: signedInOrSuspended(204),
    call: () => ({ url: '/api/users/me/sessions' }),
  },
  'identity.endSession': {
    // The session belongs to the stranger; nobody else may end it. The stranger's own session is not ended, because
    // later rows need it.
    answers: signedInOrSuspended(404),
    call: ({ sessionId }, actor) => ({
      url: `/api/users/me/sessions/${actor === 'stranger' ? randomUUID() : sessionId}`,
    }),
  },
  'users.getMe': { answers: signedInOrSuspended(200), call: () => ({ url: '/api/users/me' }) },
  'users.getStorage': {
    answers: signedInOrSuspended(200),
    call: () => ({ url: '/api/users/me/storage' }),
  },
  'users.updateMe': { answers: signedIn(200), call: () => jsonCall('/api/users/', { bio: 'Olá' }) },
  'users.deleteMe': {
    // Buyer and seller have an open order; the stranger cannot close the account either: see `AuthorizationData`.
    answers: { ...signedIn(409) },
    call: () => ({ url: '/api/users/delete' }),
  },
  'users.getByUsername': {
    answers: openToAll(200),
    call: ({ people }) => ({ url: `/api/users/by-username/${people.seller.user.username}` }),
  },
  'users.getUser': {
    answers: openToAll(200),
    call: ({ people }) => ({ url: `/api/users/${people.buyer.uid}` }),
  },
  'users.searchUsers': { answers: openToAll(200), call: () => ({ url: '/api/users?q=vendedora' }) },
  'users.listBlocked': { answers: signedIn(200), call: () => ({ url: '/api/users/me/blocked' }) },
  'users.blockUser': {
    // Nobody can block themselves. The suspended person blocks nobody else, because a block would affect later rows.
    answers: { ...signedIn(204), stranger: 403 },
    call: ({ people }, actor) => ({
      url: `/api/users/${people[actor === 'stranger' ? 'stranger' : 'suspended'].uid}/block`,
    }),
  },
  'users.unblockUser': {
    answers: { ...signedIn(204), stranger: 403 },
    call: ({ people }, actor) => ({
      url: `/api/users/${people[actor === 'stranger' ? 'stranger' : 'suspended'].uid}/block`,
    }),
  },
  'age.getAgeVerification': {
    answers: signedIn(200),
    call: () => ({ url: '/api/age/verification' }),
  },
  'age.startAgeVerification': {
    answers: signedIn(200),
    call: () => jsonCall('/api/age/verification', {}),
  },
  'catalog.listCategories': {
    answers: sameStatusForAll(200),
    call: () => ({ url: '/api/categories' }),
  },
  'search.suggest': {
    answers: openToAll(200),
    call: () => ({ url: '/api/search/suggestions?q=vendedora' }),
  },
  'catalog.listServices': { answers: openToAll(200), call: () => ({ url: '/api/services' }) },
  'catalog.getService': {
    answers: openToAll(200),
    call: ({ serviceId }) => ({ url: `/api/services/${serviceId}` }),
  },
  'catalog.createService': { answers: signedIn(400), call: () => jsonCall('/api/services/', {}) },
  'catalog.updateService': {
    answers: { ...signedIn(403), seller: 200 },
    call: ({ serviceId }) => jsonCall(`/api/services/${serviceId}`, { title: 'Outra' }),
  },
  'catalog.deleteService': {
    answers: { ...signedIn(403), seller: 204 },
    call: ({ serviceId }) => ({ url: `/api/services/${serviceId}` }),
  },
  'packs.listArchives': { answers: signedIn(200), call: () => ({ url: '/api/archives' }) },
  'packs.uploadArchive': { answers: signedIn(400), call: () => jsonCall('/api/archives', {}) },
  'packs.removeArchive': {
    answers: signedIn(404),
    call: () => ({ url: `/api/archives/${randomUUID()}` }),
  },
  'packs.getOwnPack': {
    answers: { ...signedIn(404), seller: 200 },
    call: ({ serviceId }) => ({ url: `/api/packs/${serviceId}` }),
  },
  'packs.getBoughtPack': {
    answers: { ...signedIn(404), buyer: 200 },
    call: ({ orderId, serviceId }) => ({ url: `/api/packs/${orderId}/${serviceId}` }),
  },
  'evidence.downloadEvidence': {
    answers: signedInOrSuspended(404),
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/evidence` }),
  },
  'packs.listDownloads': {
    answers: { ...signedIn(404), buyer: 200, seller: 200, admin: 200 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/downloads` }),
  },
  'orders.checkout': {
    answers: { ...signedIn(201), seller: 403 },
    call: ({ serviceId }) =>
      jsonCall('/api/payments/checkout', { serviceId }, { 'idempotency-key': randomUUID() }),
  },
  'orders.listPayments': { answers: signedIn(200), call: () => ({ url: '/api/payments' }) },
  'orders.getPayment': {
    answers: { ...signedIn(404), buyer: 200, seller: 200, admin: 200 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}` }),
  },
  'orders.updatePayment': {
    answers: { ...signedIn(404), buyer: 403, seller: 200, admin: 403 },
    call: ({ orderId }) =>
      jsonCall(`/api/payments/${orderId}/update-payment`, {
        serviceStatus: 'in_progress',
        startedServiceAt: '2026-11-20T12:00:00.000Z',
      }),
  },
  'orders.cancelPayment': {
    // The order is already paid.
    answers: { ...signedIn(404), buyer: 409, seller: 403, admin: 403 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/cancel` }),
  },
  'orders.refundPayment': {
    // An administrator also needs a confirmation.
    answers: { ...signedIn(404), buyer: 200, seller: 200, admin: 403 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/refund` }),
  },
  'orders.getSalesOverview': {
    answers: signedIn(200),
    call: () => ({ url: '/api/sales/overview?days=7' }),
  },
  'reviews.listReviews': {
    answers: openToAll(200),
    call: ({ serviceId }) => ({ url: `/api/reviews/${serviceId}` }),
  },
  'reviews.listSellerReviews': {
    answers: openToAll(200),
    call: ({ people }) => ({ url: `/api/users/${people.seller.uid}/reviews` }),
  },
  'reviews.createReview': {
    answers: { ...signedIn(404), buyer: 409, seller: 403 },
    call: ({ serviceId, orderId }) =>
      jsonCall(`/api/reviews/${serviceId}/${orderId}/review`, {
        title: 'Boa',
        description: 'Muito boa',
        rating: 5,
        recommend: true,
      }),
  },
  'reviews.answerReview': {
    answers: signedIn(404),
    call: () => jsonCall(`/api/reviews/${randomUUID()}/answer`, { answer: 'Volte sempre!' }),
  },
  'reviews.getOrderReview': {
    // Buyer and seller get "no review yet"; for strangers the order does not exist.
    answers: signedIn(404),
    call: ({ serviceId, orderId }) => ({ url: `/api/reviews/${serviceId}/${orderId}/review` }),
  },
  'social.listPosts': { answers: openToAll(200), call: () => ({ url: '/api/social/posts' }) },
  'social.getPulse': {
    answers: openToAll(200),
    call: ({ postId }) => ({ url: `/api/social/pulse?posts=${postId}&after=${postId}` }),
  },
  'social.listHashtags': { answers: openToAll(200), call: () => ({ url: '/api/social/hashtags' }) },
  'social.getPost': {
    answers: openToAll(200),
    call: ({ postId }) => ({ url: `/api/social/post/${postId}` }),
  },
  'social.createPost': {
    answers: signedIn(201),
    call: () => jsonCall('/api/social/post', { title: 'Oi' }),
  },
  'social.deletePost': {
    answers: { ...signedIn(403), seller: 204 },
    call: ({ postId }) => ({ url: `/api/social/post/${postId}` }),
  },
  'social.moderatePost': {
    answers: { ...signedIn(403), admin: 204 },
    call: ({ postId }) => jsonCall(`/api/admin/posts/${postId}`, { hidden: true, reason: 'Spam' }),
  },
  'social.likePost': {
    answers: signedIn(200),
    call: ({ postId }) => ({ url: `/api/social/post/${postId}/like` }),
  },
  'social.unlikePost': {
    answers: signedIn(200),
    call: ({ postId }) => ({ url: `/api/social/post/${postId}/like` }),
  },
  'social.listComments': {
    answers: openToAll(200),
    call: ({ postId }) => ({ url: `/api/social/comment/${postId}` }),
  },
  'social.createComment': {
    answers: signedIn(201),
    call: ({ postId }) => jsonCall(`/api/social/comment/${postId}`, { text: 'Eu vou!' }),
  },
  'social.deleteComment': {
    answers: { ...signedIn(403), buyer: 204 },
    call: ({ commentId }) => ({ url: `/api/social/comment/${commentId}` }),
  },
  ...messagingExpectations,
  ...disputeExpectations,
  ...callExpectations,
  ...notificationExpectations,
  ...moderationExpectations,
  'dev.idToken': {
    answers: sameStatusForAll(200),
    call: () => jsonCall('/dev/id-token', { email: 'a@b.example', name: 'Ana' }),
  },
  ...walletExpectations,
};
