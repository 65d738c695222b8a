import type { QueueItem, QueueKind } from '@guilda/contract/moderation-queue';

export type AdminTab = 'queue' | 'log' | 'statistics' | 'health';
export type QueueState = 'open' | 'mine' | 'closed';

/** The item that an address opens: a case, a withdrawal or a refund. */
export interface ChosenQueueItem {
  readonly kind: 'case' | 'withdrawal' | 'refund';
  readonly id: string;
}

/** The queue as the page's address names it. */
export interface QueueAddress {
  readonly kind: QueueKind | null;
  readonly state: QueueState;
  readonly chosen: ChosenQueueItem | null;
}

export const tabParams = {
  queue: null,
  log: 'registro',
  statistics: 'numeros',
  health: 'saude',
} as const;

const kindParams: Record<QueueKind, string> = {
  report: 'denuncias',
  appeal: 'recursos',
  support: 'suporte',
  feedback: 'sugestoes',
  withdrawal: 'saques',
  refund: 'reembolsos',
};
const stateParams = { open: null, mine: 'meus', closed: 'resolvidos' } as const;
/** The history of withdrawals under the names it had before. */
const formerStateParams = new Set(['pagos', 'recusados']);
const chosenItemParams = { case: 'caso', withdrawal: 'saque', refund: 'reembolso' } as const;

function findKeyByParam<K extends string>(
  names: Readonly<Record<K, string | null>>,
  name: string | null,
) {
  return (Object.keys(names) as K[]).find((key) => names[key] === name);
}

/** The tab of an address; the queue by default. */
export function readTab(params: URLSearchParams): AdminTab {
  return findKeyByParam<AdminTab>(tabParams, params.get('aba')) ?? 'queue';
}

function readChosenItem(params: URLSearchParams): ChosenQueueItem | null {
  for (const kind of ['case', 'withdrawal', 'refund'] as const) {
    const id = params.get(chosenItemParams[kind]);
    if (id) return { kind, id };
  }
  return null;
}

/** Queue filters of an address; unknown values are ignored. */
export function readQueueAddress(params: URLSearchParams): QueueAddress {
  const seen = params.get('ver');
  const chosen = readChosenItem(params);
  if (seen && formerStateParams.has(seen)) return { kind: 'withdrawal', state: 'closed', chosen };
  const kind = findKeyByParam<QueueKind>(kindParams, params.get('tipo')) ?? null;
  return { kind, state: findKeyByParam<QueueState>(stateParams, seen) ?? 'open', chosen };
}

/** The other way round: the query of an address. */
export function queueSearch({ kind, state, chosen }: QueueAddress): string {
  const params = new URLSearchParams();
  if (kind) params.set('tipo', kindParams[kind]);
  const seen = stateParams[state];
  if (seen) params.set('ver', seen);
  if (chosen) params.set(chosenItemParams[chosen.kind], chosen.id);
  return params.toString();
}

/** A queue item as the page's address identifies it. */
export function chosenQueueItemOf({ id, kind }: Pick<QueueItem, 'id' | 'kind'>): ChosenQueueItem {
  return { id, kind: kind === 'withdrawal' || kind === 'refund' ? kind : 'case' };
}

/** The address of a case, without a filter. */
export function casePath(id: string): string {
  return `/admin?${chosenItemParams.case}=${id}`;
}

/** The admin page of the subject of a log entry; null when it is neither a case nor money. */
export function subjectPath({ kind, id }: { readonly kind: string; readonly id: string }) {
  if (kind === 'case') return casePath(id);
  if (kind !== 'withdrawal' && kind !== 'refund') return null;
  return `/admin?${chosenItemParams[kind]}=${id}`;
}
