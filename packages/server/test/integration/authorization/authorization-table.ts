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

const unknownToken = 'x'.repeat(43);

/** Expected status of each endpoint of the contract for each actor; the test checks all cells. */
export const allExpectations: Readonly<Record<string, AuthorizationRow>> = {
  'identity.getAuthConfig': {
    statuses: sameStatusForAll(200),
    call: () => ({ url: '/api/auth/config' }),
  },
  'identity.signIn': {
    statuses: sameStatusForAll(401),
    call: () => jsonCall('/api/auth/google', { idToken: 'x' }),
  },
  'identity.refreshToken': {
    statuses: sameStatusForAll(401),
    call: ({ people }) =>
      jsonCall('/api/users/refresh-token', { uid: people.buyer.uid, refreshToken: unknownToken }),
  },
  'identity.confirm': {
    statuses: signedIn(401),
    call: () => jsonCall('/api/auth/confirm', { idToken: 'x', purpose: 'withdrawal' }),
  },
  'identity.logout': {
    statuses: sameStatusForAll(204),
    call: () => jsonCall('/api/auth/logout', { refreshToken: unknownToken }),
  },
  'identity.listSessions': {
    statuses: signedInOrSuspended(200),
    call: () => ({ url: '/api/users/me/sessions' }),
  },
  'identity.endOtherSessions': {
    statuses: signedInOrSuspended(204),
    call: () => ({ url: '/api/users/me/sessions' }),
  },
  'identity.endSession': {
    // For all others, the stranger's session does not exist. The stranger requests an unknown session, because later
    // rows need the real one.
    statuses: signedInOrSuspended(404),
    call: ({ sessionId }, actor) => ({
      url: `/api/users/me/sessions/${actor === 'stranger' ? randomUUID() : sessionId}`,
    }),
  },
  'users.getMe': { statuses: signedInOrSuspended(200), call: () => ({ url: '/api/users/me' }) },
  'users.getStorage': {
    statuses: signedInOrSuspended(200),
    call: () => ({ url: '/api/users/me/storage' }),
  },
  'users.updateMe': {
    statuses: signedIn(200),
    call: () => jsonCall('/api/users/', { bio: 'Olá' }),
  },
  'users.deleteMe': {
    // Every signed-in person here has an open order, so nobody can close an account.
    statuses: { ...signedIn(409) },
    call: () => ({ url: '/api/users/delete' }),
  },
  'users.getByUsername': {
    statuses: openToAll(200),
    call: ({ people }) => ({ url: `/api/users/by-username/${people.seller.user.username}` }),
  },
  'users.getUser': {
    statuses: openToAll(200),
    call: ({ people }) => ({ url: `/api/users/${people.buyer.uid}` }),
  },
  'users.searchUsers': {
    statuses: openToAll(200),
    call: () => ({ url: '/api/users?q=vendedora' }),
  },
  'users.listBlocked': { statuses: signedIn(200), call: () => ({ url: '/api/users/me/blocked' }) },
  'users.blockUser': {
    // The stranger tries to block themselves, which is refused. All others block the suspended person, because a block
    // between other actors would affect later rows.
    statuses: { ...signedIn(204), stranger: 403 },
    call: ({ people }, actor) => ({
      url: `/api/users/${people[actor === 'stranger' ? 'stranger' : 'suspended'].uid}/block`,
    }),
  },
  'users.unblockUser': {
    statuses: { ...signedIn(204), stranger: 403 },
    call: ({ people }, actor) => ({
      url: `/api/users/${people[actor === 'stranger' ? 'stranger' : 'suspended'].uid}/block`,
    }),
  },
  'age.getAgeVerification': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/age/verification' }),
  },
  'age.startAgeVerification': {
    statuses: signedIn(200),
    call: () => jsonCall('/api/age/verification', {}),
  },
  'catalog.listCategories': {
    statuses: sameStatusForAll(200),
    call: () => ({ url: '/api/categories' }),
  },
  'search.suggest': {
    statuses: openToAll(200),
    call: () => ({ url: '/api/search/suggestions?q=vendedora' }),
  },
  'catalog.listServices': { statuses: openToAll(200), call: () => ({ url: '/api/services' }) },
  'catalog.getService': {
    statuses: openToAll(200),
    call: ({ serviceId }) => ({ url: `/api/services/${serviceId}` }),
  },
  'catalog.createService': { statuses: signedIn(400), call: () => jsonCall('/api/services/', {}) },
  'catalog.updateService': {
    statuses: { ...signedIn(403), seller: 200 },
    call: ({ serviceId }) => jsonCall(`/api/services/${serviceId}`, { title: 'Outra' }),
  },
  'catalog.deleteService': {
    statuses: { ...signedIn(403), seller: 204 },
    call: ({ serviceId }) => ({ url: `/api/services/${serviceId}` }),
  },
  'packs.listArchives': { statuses: signedIn(200), call: () => ({ url: '/api/archives' }) },
  'packs.uploadArchive': { statuses: signedIn(400), call: () => jsonCall('/api/archives', {}) },
  'packs.removeArchive': {
    statuses: signedIn(404),
    call: () => ({ url: `/api/archives/${randomUUID()}` }),
  },
  'packs.getOwnPack': {
    statuses: { ...signedIn(404), seller: 200 },
    call: ({ serviceId }) => ({ url: `/api/packs/${serviceId}` }),
  },
  'packs.getBoughtPack': {
    statuses: { ...signedIn(404), buyer: 200 },
    call: ({ orderId, serviceId }) => ({ url: `/api/packs/${orderId}/${serviceId}` }),
  },
  'evidence.downloadEvidence': {
    statuses: signedInOrSuspended(404),
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/evidence` }),
  },
  'packs.listDownloads': {
    statuses: { ...signedIn(404), buyer: 200, seller: 200, admin: 200 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/downloads` }),
  },
  'orders.checkout': {
    statuses: { ...signedIn(201), seller: 403 },
    call: ({ serviceId }) =>
      jsonCall('/api/payments/checkout', { serviceId }, { 'idempotency-key': randomUUID() }),
  },
  'orders.listPayments': { statuses: signedIn(200), call: () => ({ url: '/api/payments' }) },
  'orders.getPayment': {
    statuses: { ...signedIn(404), buyer: 200, seller: 200, admin: 200 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}` }),
  },
  'orders.updatePayment': {
    statuses: { ...signedIn(404), buyer: 403, seller: 200, admin: 403 },
    call: ({ orderId }) =>
      jsonCall(`/api/payments/${orderId}/update-payment`, {
        serviceStatus: 'in_progress',
        startedServiceAt: '2026-11-20T12:00:00.000Z',
      }),
  },
  'orders.cancelPayment': {
    // The order is already paid.
    statuses: { ...signedIn(404), buyer: 409, seller: 403, admin: 403 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/cancel` }),
  },
  'orders.refundPayment': {
    // An administrator also needs to confirm their identity, which this request does not do.
    statuses: { ...signedIn(404), buyer: 200, seller: 200, admin: 403 },
    call: ({ orderId }) => ({ url: `/api/payments/${orderId}/refund` }),
  },
  'orders.getSalesOverview': {
    statuses: signedIn(200),
    call: () => ({ url: '/api/sales/overview?days=7' }),
  },
  'reviews.listReviews': {
    statuses: openToAll(200),
    call: ({ serviceId }) => ({ url: `/api/reviews/${serviceId}` }),
  },
  'reviews.listSellerReviews': {
    statuses: openToAll(200),
    call: ({ people }) => ({ url: `/api/users/${people.seller.uid}/reviews` }),
  },
  'reviews.createReview': {
    statuses: { ...signedIn(404), buyer: 409, seller: 403 },
    call: ({ serviceId, orderId }) =>
      jsonCall(`/api/reviews/${serviceId}/${orderId}/review`, {
        title: 'Boa',
        description: 'Muito boa',
        rating: 5,
        recommend: true,
      }),
  },
  'reviews.answerReview': {
    statuses: signedIn(404),
    call: () => jsonCall(`/api/reviews/${randomUUID()}/answer`, { answer: 'Volte sempre!' }),
  },
  'reviews.getOrderReview': {
    // Buyer and seller get "no review yet"; for strangers the order does not exist.
    statuses: signedIn(404),
    call: ({ serviceId, orderId }) => ({ url: `/api/reviews/${serviceId}/${orderId}/review` }),
  },
  'social.listPosts': { statuses: openToAll(200), call: () => ({ url: '/api/social/posts' }) },
  'social.getPulse': {
    statuses: openToAll(200),
    call: ({ postId }) => ({ url: `/api/social/pulse?posts=${postId}&after=${postId}` }),
  },
  'social.listHashtags': {
    statuses: openToAll(200),
    call: () => ({ url: '/api/social/hashtags' }),
  },
  'social.getPost': {
    statuses: openToAll(200),
    call: ({ postId }) => ({ url: `/api/social/post/${postId}` }),
  },
  'social.createPost': {
    statuses: signedIn(201),
    call: () => jsonCall('/api/social/post', { title: 'Oi' }),
  },
  'social.deletePost': {
    statuses: { ...signedIn(403), seller: 204 },
    call: ({ postId }) => ({ url: `/api/social/post/${postId}` }),
  },
  'social.moderatePost': {
    statuses: { ...signedIn(403), admin: 204 },
    call: ({ postId }) => jsonCall(`/api/admin/posts/${postId}`, { hidden: true, reason: 'Spam' }),
  },
  'social.likePost': {
    statuses: signedIn(200),
    call: ({ postId }) => ({ url: `/api/social/post/${postId}/like` }),
  },
  'social.unlikePost': {
    statuses: signedIn(200),
    call: ({ postId }) => ({ url: `/api/social/post/${postId}/like` }),
  },
  'social.listComments': {
    statuses: openToAll(200),
    call: ({ postId }) => ({ url: `/api/social/comment/${postId}` }),
  },
  'social.createComment': {
    statuses: signedIn(201),
    call: ({ postId }) => jsonCall(`/api/social/comment/${postId}`, { text: 'Eu vou!' }),
  },
  'social.deleteComment': {
    statuses: { ...signedIn(403), buyer: 204 },
    call: ({ commentId }) => ({ url: `/api/social/comment/${commentId}` }),
  },
  ...messagingExpectations,
  ...disputeExpectations,
  ...callExpectations,
  ...notificationExpectations,
  ...moderationExpectations,
  'dev.idToken': {
    statuses: sameStatusForAll(200),
    call: () => jsonCall('/dev/id-token', { email: 'a@b.example', name: 'Ana' }),
  },
  ...walletExpectations,
};
