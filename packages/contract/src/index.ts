import { adminStatisticsEndpoints } from './admin-statistics.ts';
import { ageEndpoints } from './age.ts';
import { analyticsEndpoints } from './analytics.ts';
import { callEndpoints } from './calls.ts';
import { catalogEndpoints, ownServiceEndpoints } from './catalog.ts';
import { chargebackEndpoints } from './chargebacks.ts';
import { discordEndpoints } from './discord.ts';
import { disputeEndpoints } from './dispute-endpoints.ts';
import { evidenceEndpoints } from './evidence.ts';
import { healthEndpoints } from './health.ts';
import { identityEndpoints } from './identity.ts';
import { legalPageEndpoints } from './legal-pages.ts';
import { messagingEndpoints } from './messaging.ts';
import { moderationEndpoints } from './moderation.ts';
import { moderationActionEndpoints } from './moderation-actions.ts';
import { moderationQueueEndpoints } from './moderation-queue.ts';
import { notificationDeliveryEndpoints } from './notification-delivery.ts';
import { notificationEndpoints } from './notifications.ts';
import { orderActionEndpoints, orderEndpoints } from './orders.ts';
import { packEndpoints } from './packs.ts';
import { presenceEndpoints } from './presence.ts';
import { privacyEndpoints } from './privacy.ts';
import { failedRefundEndpoints } from './refunds.ts';
import { reviewAnswerEndpoints, reviewEndpoints } from './reviews.ts';
import { searchEndpoints } from './search.ts';
import { commentEndpoints, likeEndpoints, postEndpoints } from './social.ts';
import { transparencyEndpoints } from './transparency.ts';
import { blockEndpoints, userEndpoints } from './users.ts';
import { walletEndpoints, withdrawalEndpoints } from './wallet.ts';

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
