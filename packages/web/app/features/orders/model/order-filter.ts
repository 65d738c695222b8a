import { type ServiceStatus, serviceStatuses } from '@guilda/contract/orders';
import type { OrderSide } from './order-side.ts';

interface StatusFilter {
  readonly value: ServiceStatus;
  readonly label: string;
  /** Shown when no order has this status. */
  readonly none: string;
}

const filterOptions: Readonly<Record<ServiceStatus, Omit<StatusFilter, 'value'>>> = {
  awaiting_payment: { label: 'Aguardando pagamento', none: 'Nenhum pedido espera pagamento.' },
  awaiting_start: { label: 'Na fila', none: 'Nenhum pedido espera o início.' },
  in_progress: { label: 'Em atendimento', none: 'Nenhum atendimento em andamento.' },
  complete: { label: 'Concluídas', none: 'Nenhum atendimento concluído.' },
  cancelled: { label: 'Canceladas', none: 'Nenhum pedido cancelado.' },
  refunded: { label: 'Reembolsadas', none: 'Nenhum pedido reembolsado.' },
};

/** Statuses that a side can filter by; sellers do not see orders that were never paid. */
export function statusFiltersFor(role: OrderSide): readonly StatusFilter[] {
  return serviceStatuses
    .filter((each) => role === 'buyer' || (each !== 'awaiting_payment' && each !== 'cancelled'))
    .map((value) => ({ value, ...filterOptions[value] }));
}

/** The filter of the URL, if this side has it; null shows the board. */
export function readStatusFilter(params: URLSearchParams, role: OrderSide): StatusFilter | null {
  return statusFiltersFor(role).find(({ value }) => value === params.get('status')) ?? null;
}
