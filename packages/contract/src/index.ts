import { ageEndpoints } from './age.ts';
import { catalogEndpoints, ownServiceEndpoints } from './catalog.ts';
import { identityEndpoints } from './identity.ts';
import { moderationEndpoints } from './moderation.ts';
import { orderEndpoints, orderLifeEndpoints } from './orders.ts';
import { packEndpoints } from './packs.ts';
import { reviewAnswerEndpoints, reviewEndpoints } from './reviews.ts';
import { userEndpoints } from './users.ts';
import { walletEndpoints, withdrawalEndpoints } from './wallet.ts';

/** Every endpoint of the product, by domain. */
export const endpoints = {
  identity: identityEndpoints,
  users: userEndpoints,
  age: ageEndpoints,
  catalog: { ...catalogEndpoints, ...ownServiceEndpoints },
  packs: packEndpoints,
  orders: { ...orderEndpoints, ...orderLifeEndpoints },
  wallet: { ...walletEndpoints, ...withdrawalEndpoints },
  reviews: { ...reviewEndpoints, ...reviewAnswerEndpoints },
  moderation: moderationEndpoints,
};
export type Endpoints = typeof endpoints;
