import type { MixEntry } from './load-generator-client.ts';

/** Kinds of actions that the report of the mixed crowd distinguishes. */
export const mixedKinds = ['browse', 'page', 'search', 'chat', 'order'] as const;

/** The mix of the mixed crowd; weights add up to a hundred. */
export const mixedMix: readonly MixEntry[] = [
  { label: 'browse', weight: 12, action: 'serviceList' },
  { label: 'browse', weight: 10, action: 'categoryList' },
  { label: 'browse', weight: 15, action: 'service' },
  { label: 'browse', weight: 10, action: 'feed' },
  { label: 'browse', weight: 5, action: 'singlePost' },
  { label: 'browse', weight: 5, action: 'notifications' },
  { label: 'browse', weight: 5, action: 'history' },
  { label: 'page', weight: 8, action: 'servicePage' },
  { label: 'search', weight: 10, action: 'search' },
  { label: 'chat', weight: 15, action: 'message' },
  { label: 'order', weight: 5, action: 'order' },
];
