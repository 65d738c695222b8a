import { serviceStatuses } from '@guilda/contract/orders/order-statuses';
import type { ServiceStatus } from '@guilda/contract/orders/orders';
import type { OrderSide } from './order-side.ts';

interface StatusFilter {
  readonly value: ServiceStatus;
  readonly label: string;
  /** Text shown when no order has this status. */
  readonly emptyText: string;
}

const filterOptions: Readonly<Record<ServiceStatus, Omit<StatusFilter, 'value'>>> = {
  awaiting_payment: { label: 'Aguardando pagamento', emptyText: 'Nenhum pedido espera pagamento.' },
  awaiting_start: { label: 'Na fila', emptyText: 'Nenhum pedido espera o início.' },
  in_progress: { label: 'Em atendimento', emptyText: 'Nenhum atendimento em andamento.' },
  complete: { label: 'Concluídas', emptyText: 'Nenhum atendimento concluído.' },
  cancelled: { label: 'Canceladas', emptyText: 'Nenhum pedido cancelado.' },
  refunded: {
    label: 'Desfeitas e reembolsadas',
    emptyText: 'Nenhum pedido desfeito ou reembolsado.',
  },
};

/** Labels that differ for buyers, who have no queue of their own. */
const buyerLabels: Partial<Record<ServiceStatus, Pick<StatusFilter, 'label'>>> = {
  awaiting_start: { label: 'Aguardando início' },
};

/** Statuses by which a buyer or seller can filter. Sellers do not see orders that were never paid. */
export function statusFiltersFor(role: OrderSide): readonly StatusFilter[] {
  return serviceStatuses
    .filter((each) => role === 'buyer' || (each !== 'awaiting_payment' && each !== 'cancelled'))
    .map((value) => ({
      value,
      ...filterOptions[value],
      ...(role === 'buyer' && buyerLabels[value]),
    }));
}

/** The filter in the URL if this side offers it; null for the board. */
export function readStatusFilter(params: URLSearchParams, role: OrderSide): StatusFilter | null {
  return statusFiltersFor(role).find(({ value }) => value === params.get('status')) ?? null;
}
