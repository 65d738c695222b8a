import { communityActions } from './community-actions.ts';
import type { Act } from './context.ts';
import { personalActions } from './personal-actions.ts';
import { publicReads } from './public-reads.ts';
import { tradeActions } from './trade-actions.ts';

/** All actions of the load, by name; a mix says how often each is done. */
export const actions = {
  ...publicReads,
  ...communityActions,
  ...personalActions,
  ...tradeActions,
} as const satisfies Readonly<Record<string, Act>>;

export type ActionName = keyof typeof actions;
