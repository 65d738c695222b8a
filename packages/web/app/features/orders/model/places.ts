import type { Payment } from '@guilda/contract/orders';

/** The pack of a purchase (`spec §2`). */
export function packPath({ id, serviceId }: Pick<Payment, 'id' | 'serviceId'>): string {
  return `/pack/${id}/${serviceId}`;
}
