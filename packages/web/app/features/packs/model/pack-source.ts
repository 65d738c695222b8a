import type { ApiClient } from '@guilda/contract/client';
import type { Pack } from '@guilda/contract/packs';

/** Which pack: an own service's, or the one that a purchase holds. */
export interface PackSource {
  readonly serviceId: string;
  /** Null for the owner's view. */
  readonly paymentId: string | null;
}

/** Name of a pack in the cache; everything about packs begins with `packs`. */
export const packKey = ({ serviceId, paymentId }: PackSource, uid: string) =>
  ['packs', paymentId ?? 'own', serviceId, uid] as const;

/** Rejects with `pack_not_found` and `adults_only`. */
export function loadPack(
  client: ApiClient,
  { serviceId, paymentId }: PackSource,
  signal: AbortSignal,
): Promise<Pack> {
  if (paymentId === null) return client.packs.getOwnPack({ params: { serviceId } }, { signal });
  return client.packs.getBoughtPack({ params: { paymentId, serviceId } }, { signal });
}
