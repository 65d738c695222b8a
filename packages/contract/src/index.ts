import { catalogEndpoints } from './catalog.ts';
import { identityEndpoints } from './identity.ts';
import { moderationEndpoints } from './moderation.ts';
import { orderEndpoints } from './orders.ts';
import { reviewEndpoints } from './reviews.ts';
import { userEndpoints } from './users.ts';
import { walletEndpoints } from './wallet.ts';

/** Every endpoint of the product, by domain. */
export const endpoints = {
  identity: identityEndpoints,
  users: userEndpoints,
  catalog: catalogEndpoints,
  orders: orderEndpoints,
  wallet: walletEndpoints,
  reviews: reviewEndpoints,
  moderation: moderationEndpoints,
};
export type Endpoints = typeof endpoints;
