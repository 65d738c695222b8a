import { ageEndpoints } from './age.ts';
import { analyticsEndpoints } from './analytics.ts';
import { callEndpoints } from './calls.ts';
import { catalogEndpoints, ownServiceEndpoints } from './catalog.ts';
import { deskEndpoints } from './desk.ts';
import { discordEndpoints } from './discord.ts';
import { figureEndpoints } from './figures.ts';
import { healthEndpoints } from './health.ts';
import { houseEndpoints } from './house.ts';
import { identityEndpoints } from './identity.ts';
import { messagingEndpoints } from './messaging.ts';
import { moderationEndpoints } from './moderation.ts';
import { notificationEndpoints } from './notifications.ts';
import { orderEndpoints, orderLifeEndpoints } from './orders.ts';
import { packEndpoints } from './packs.ts';
import { privacyEndpoints } from './privacy.ts';
import { reachEndpoints } from './reach.ts';
import { refundDeskEndpoints } from './refunds.ts';
import { reviewAnswerEndpoints, reviewEndpoints } from './reviews.ts';
import { commentEndpoints, likeEndpoints, postEndpoints } from './social.ts';
import { enforcementEndpoints } from './team-actions.ts';
import { blockEndpoints, userEndpoints } from './users.ts';
import { walletEndpoints, withdrawalEndpoints } from './wallet.ts';

/** Every endpoint of the product, by domain. */
export const endpoints = {
  identity: identityEndpoints,
  users: { ...userEndpoints, ...blockEndpoints },
  age: ageEndpoints,
  catalog: { ...catalogEndpoints, ...ownServiceEndpoints },
  packs: packEndpoints,
  orders: { ...orderEndpoints, ...orderLifeEndpoints },
  refunds: refundDeskEndpoints,
  wallet: { ...walletEndpoints, ...withdrawalEndpoints },
  reviews: { ...reviewEndpoints, ...reviewAnswerEndpoints },
  social: { ...postEndpoints, ...likeEndpoints, ...commentEndpoints },
  messaging: messagingEndpoints,
  notifications: notificationEndpoints,
  reach: reachEndpoints,
  calls: callEndpoints,
  discord: discordEndpoints,
  moderation: moderationEndpoints,
  desk: deskEndpoints,
  enforcement: enforcementEndpoints,
  privacy: privacyEndpoints,
  analytics: analyticsEndpoints,
  figures: figureEndpoints,
  health: healthEndpoints,
  house: houseEndpoints,
};
export type Endpoints = typeof endpoints;
