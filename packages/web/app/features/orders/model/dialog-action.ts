import type { Payment } from '@guilda/contract/orders';
import { actionsOf, type OrderAction, type Reader } from './actions.ts';

/** Actions that a dialog asks about or shows; paying and opening a pack are pages. */
export type DialogAction = Exclude<OrderAction, 'pay' | 'pack'>;

/** What the page's address calls each dialog. */
const names: Readonly<Record<DialogAction, string>> = {
  start: 'iniciar',
  end: 'encerrar',
  cancel: 'cancelar',
  support: 'suporte',
  refund: 'reembolsar',
  review: 'avaliar',
  received: 'avaliacao',
  details: 'detalhes',
};

export function nameOf(action: DialogAction): string {
  return names[action];
}

const isDialog = (action: OrderAction): action is DialogAction => action in names;

/** Dialogs that open when the address names the order alone: its main action, where that has one. */
const first: readonly OrderAction[] = ['start', 'end', 'support', 'review'];

/** Asks for an order without saying what for: its main dialog, or else its history. */
const SHOW = 'ver';

/**
 * The dialog that an address asks for and this reader may have: by name, or the order's main one when
 * `name` is null; null where there is none.
 */
export function dialogFor(
  order: Payment,
  reader: Reader,
  name: string | null,
): DialogAction | null {
  if (name === names.details) return 'details';
  const open = actionsOf(order, reader).filter(isDialog);
  const wanted = (each: DialogAction) =>
    name === null || name === SHOW ? first.includes(each) : names[each] === name;
  return open.find(wanted) ?? (name === SHOW ? 'details' : null);
}
