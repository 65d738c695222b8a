import { ageEndpoints } from './accounts/age.ts';
import { discordEndpoints } from './accounts/discord.ts';
import { identityEndpoints } from './accounts/identity.ts';
import { blockEndpoints, userEndpoints } from './accounts/users.ts';
import { callEndpoints } from './chat/calls.ts';
import { messagingEndpoints } from './chat/messaging.ts';
import { presenceEndpoints } from './chat/presence.ts';
import { commentEndpoints, likeEndpoints, postEndpoints } from './community/social.ts';
import { healthEndpoints } from './health.ts';
import { adminStatisticsEndpoints } from './moderation/admin-statistics.ts';
import { moderationEndpoints } from './moderation/moderation.ts';
import { moderationActionEndpoints } from './moderation/moderation-actions.ts';
import { moderationQueueEndpoints } from './moderation/moderation-queue.ts';
import { transparencyEndpoints } from './moderation/transparency.ts';
import { walletEndpoints, withdrawalEndpoints } from './money/wallet.ts';
import { notificationDeliveryEndpoints } from './notifications/notification-delivery.ts';
import { notificationEndpoints } from './notifications/notifications.ts';
import { chargebackEndpoints } from './orders/chargebacks.ts';
import { disputeEndpoints } from './orders/dispute-endpoints.ts';
import { evidenceEndpoints } from './orders/evidence.ts';
import { orderActionEndpoints, orderEndpoints } from './orders/orders.ts';
import { failedRefundEndpoints } from './orders/refunds.ts';
import { reviewAnswerEndpoints, reviewEndpoints } from './orders/reviews.ts';
import { analyticsEndpoints } from './privacy/analytics.ts';
import { legalPageEndpoints } from './privacy/legal-pages.ts';
import { privacyEndpoints } from './privacy/privacy.ts';
import { catalogEndpoints, ownServiceEndpoints } from './services/catalog.ts';
import { packEndpoints } from './services/packs.ts';
import { searchEndpoints } from './services/search.ts';

/** All endpoints of Guilda, in groups by domain. */
export const endpoints = {
  identity: identityEndpoints,
  users: { ...userEndpoints, ...blockEndpoints },
  age: ageEndpoints,
  catalog: { ...catalogEndpoints, ...ownServiceEndpoints },
  search: searchEndpoints,
  packs: packEndpoints,
  orders: { ...orderEndpoints, ...orderActionEndpoints },
  refunds: failedRefundEndpoints,
  disputes: disputeEndpoints,
  evidence: evidenceEndpoints,
  chargebacks: chargebackEndpoints,
  wallet: { ...walletEndpoints, ...withdrawalEndpoints },
  reviews: { ...reviewEndpoints, ...reviewAnswerEndpoints },
  social: { ...postEndpoints, ...likeEndpoints, ...commentEndpoints },
  messaging: messagingEndpoints,
  notifications: notificationEndpoints,
  notificationDelivery: notificationDeliveryEndpoints,
  calls: callEndpoints,
  discord: discordEndpoints,
  moderation: moderationEndpoints,
  moderationQueue: moderationQueueEndpoints,
  moderationActions: moderationActionEndpoints,
  transparency: transparencyEndpoints,
  presence: presenceEndpoints,
  privacy: privacyEndpoints,
  analytics: analyticsEndpoints,
  adminStatistics: adminStatisticsEndpoints,
  health: healthEndpoints,
  legalPages: legalPageEndpoints,
};
export type Endpoints = typeof endpoints;
