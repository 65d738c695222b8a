import type { Payment } from '@guilda/contract/orders/orders';

/** Path of the pack of an order. */
export function packPath({ id, serviceId }: Pick<Payment, 'id' | 'serviceId'>): string {
  return `/pack/${id}/${serviceId}`;
}
