import { type ServiceStatus, serviceStatuses } from '@guilda/contract/orders';
import type { OrderRole } from './columns.ts';

interface Option {
  readonly value: ServiceStatus;
  readonly label: string;
  /** What is said when nothing is in this state. */
  readonly none: string;
}

const options: Readonly<Record<ServiceStatus, Omit<Option, 'value'>>> = {
  awaiting_payment: { label: 'Aguardando pagamento', none: 'Nenhum pedido espera pagamento.' },
  awaiting_start: { label: 'Na fila', none: 'Nenhum pedido espera o início.' },
  in_progress: { label: 'Em atendimento', none: 'Nenhum atendimento em andamento.' },
  complete: { label: 'Concluídas', none: 'Nenhum atendimento concluído.' },
  cancelled: { label: 'Canceladas', none: 'Nenhum pedido cancelado.' },
  refunded: { label: 'Reembolsadas', none: 'Nenhum pedido reembolsado.' },
};

/** States a side can filter by; an order that was never paid is nothing to its seller. */
export function filtersFor(role: OrderRole): readonly Option[] {
  return serviceStatuses
    .filter((each) => role === 'buyer' || (each !== 'awaiting_payment' && each !== 'cancelled'))
    .map((value) => ({ value, ...options[value] }));
}

/** The filter in the page's address, where the side has it; null shows the board. */
export function readFilter(params: URLSearchParams, role: OrderRole): Option | null {
  return filtersFor(role).find(({ value }) => value === params.get('status')) ?? null;
}
