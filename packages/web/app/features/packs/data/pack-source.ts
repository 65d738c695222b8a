import type { ApiClient } from '@guilda/contract/client';
import type { Pack } from '@guilda/contract/services/packs';

/** Identifies a pack: the pack of an own service, or the pack of an order. */
export interface PackSource {
  readonly serviceId: string;
  /** Id of the order; null when the owner views the pack of their service. */
  readonly paymentId: string | null;
}

/** Query key of a pack. */
export const packKey = ({ serviceId, paymentId }: PackSource, uid: string) =>
  ['packs', paymentId ?? 'own', serviceId, uid] as const;

/** Loads a pack. Rejects with the error codes `pack_not_found`, `pack_hidden` and `adults_only`. */
export function loadPack(
  client: ApiClient,
  { serviceId, paymentId }: PackSource,
  signal: AbortSignal,
): Promise<Pack> {
  if (paymentId === null) return client.packs.getOwnPack({ params: { serviceId } }, { signal });
  return client.packs.getBoughtPack({ params: { paymentId, serviceId } }, { signal });
}
