import type { QueueItem, QueueKind } from '@guilda/contract/moderation/moderation-queue';

export type AdminTab = 'queue' | 'log' | 'statistics' | 'health';
export type QueueState = 'open' | 'mine' | 'closed';

/** Kinds of queue items about money; each kind has its own view and query parameter. */
const moneyItemKinds = ['withdrawal', 'refund', 'dispute', 'chargeback'] as const;
export type MoneyItemKind = (typeof moneyItemKinds)[number];

/** Whether the kind of a queue item, or of the subject of a log entry, is one of `moneyItemKinds`. */
export const isMoneyItem = (kind: string): kind is MoneyItemKind =>
  (moneyItemKinds as readonly string[]).includes(kind);

/** The queue item that the query string of `/admin` opens. */
export interface ChosenQueueItem {
  readonly kind: 'case' | MoneyItemKind;
  readonly id: string;
}

/** What the query string of `/admin` says about the queue: its filters and the open item. */
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
  dispute: 'disputas',
  chargeback: 'contestacoes',
};
const stateParams = { open: null, mine: 'meus', closed: 'resolvidos' } as const;
/** Former values of the query parameter `ver` for paid and refused withdrawals; old links still use them. */
const formerStateParams = new Set(['pagos', 'recusados']);
const chosenItemParams = {
  case: 'caso',
  withdrawal: 'saque',
  refund: 'reembolso',
  dispute: 'disputa',
  chargeback: 'contestacao',
} as const;

function findKeyByParam<K extends string>(
  names: Readonly<Record<K, string | null>>,
  name: string | null,
) {
  return (Object.keys(names) as K[]).find((key) => names[key] === name);
}

/** Reads the open tab from the query string of `/admin`; the queue by default. */
export function readTab(params: URLSearchParams): AdminTab {
  return findKeyByParam<AdminTab>(tabParams, params.get('aba')) ?? 'queue';
}

function readChosenItem(params: URLSearchParams): ChosenQueueItem | null {
  for (const kind of ['case', ...moneyItemKinds] as const) {
    const id = params.get(chosenItemParams[kind]);
    if (id) return { kind, id };
  }
  return null;
}

/** Reads filters and open item from the query string of `/admin`; unknown values are ignored. */
export function readQueueAddress(params: URLSearchParams): QueueAddress {
  const stateParam = params.get('ver');
  const chosen = readChosenItem(params);
  if (stateParam && formerStateParams.has(stateParam))
    return { kind: 'withdrawal', state: 'closed', chosen };
  const kind = findKeyByParam<QueueKind>(kindParams, params.get('tipo')) ?? null;
  return { kind, state: findKeyByParam<QueueState>(stateParams, stateParam) ?? 'open', chosen };
}

/** Builds the query string of `/admin` from filters and open item; the reverse of `readQueueAddress`. */
export function queueSearch({ kind, state, chosen }: QueueAddress): string {
  const params = new URLSearchParams();
  if (kind) params.set('tipo', kindParams[kind]);
  const stateParam = stateParams[state];
  if (stateParam) params.set('ver', stateParam);
  if (chosen) params.set(chosenItemParams[chosen.kind], chosen.id);
  return params.toString();
}

/** Reference to a queue item, as the query string of `/admin` contains it. */
export function chosenQueueItemOf({ id, kind }: Pick<QueueItem, 'id' | 'kind'>): ChosenQueueItem {
  return { id, kind: isMoneyItem(kind) ? kind : 'case' };
}

/** The address that opens a case in the queue without filters. */
export function casePath(caseId: string): string {
  return `/admin?${chosenItemParams.case}=${caseId}`;
}

/** Address in `/admin` of the case or money item that a log entry is about; null for all other subjects. */
export function subjectPath({ kind, id }: { readonly kind: string; readonly id: string }) {
  if (kind === 'case') return casePath(id);
  if (!isMoneyItem(kind)) return null;
  return `/admin?${chosenItemParams[kind]}=${id}`;
}
