import type { Payment } from '@guilda/contract/orders/orders';
import { unresolvedDisputeOf } from '../../disputes/index.ts';
import { availableActions, type OrderViewer, type ViewerOrderAction } from './available-actions.ts';

/** Actions that open a dialog; paying and opening a pack lead to pages instead. */
export type DialogAction = Exclude<ViewerOrderAction, 'pay' | 'pack'>;

/** Values of the URL parameter that name the dialogs. */
const actionParamValues: Readonly<Record<DialogAction, string>> = {
  start: 'iniciar',
  end: 'encerrar',
  cancel: 'cancelar',
  support: 'suporte',
  refund: 'reembolsar',
  review: 'avaliar',
  received: 'avaliacao',
  dispute: 'problema',
  contest: 'contestar',
  offerPart: 'propor',
  returnAll: 'devolver',
  acceptOffer: 'aceitar',
  withdrawDispute: 'retirar',
  details: 'detalhes',
};

export function dialogParamOf(action: DialogAction): string {
  return actionParamValues[action];
}

/** Whether the action opens a dialog. */
export const isDialogAction = (action: ViewerOrderAction): action is DialogAction =>
  action in actionParamValues;

/** Actions whose dialog opens when the URL names only the order. */
const mainActions: readonly ViewerOrderAction[] = ['start', 'end', 'support', 'review'];

/** Value of the URL parameter that opens the order's main dialog or, if no main action is available, the history. */
const SHOW_PARAM_VALUE = 'ver';

/**
 * The dialog that the URL opens: the one that `name` names, or the order's main dialog when `name` is null or `ver`.
 * Null when that dialog is not available to this viewer.
 */
export function findDialogAction(
  order: Payment,
  viewer: OrderViewer,
  name: string | null,
): DialogAction | null {
  if (name === actionParamValues.details) return 'details';
  const dialogActions = availableActions(order, viewer).filter(isDialogAction);
  const asksForMainAction = name === null || name === SHOW_PARAM_VALUE;
  // The dialog with the order's history (`details`) shows the dispute with its actions and its outcome. A notification
  // (`ver`) may be about the outcome; other links promise the main dialog again once the dispute has ended.
  const shownDispute = name === SHOW_PARAM_VALUE ? order.dispute : unresolvedDisputeOf(order);
  if (asksForMainAction && shownDispute) return 'details';
  const matches = (each: DialogAction) =>
    asksForMainAction ? mainActions.includes(each) : actionParamValues[each] === name;
  return dialogActions.find(matches) ?? (name === SHOW_PARAM_VALUE ? 'details' : null);
}
