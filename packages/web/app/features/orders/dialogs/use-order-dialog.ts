import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type DialogAction, dialogParamOf } from '../model/dialog-action.ts';

/**
 * Query parameter with the id of the order whose dialog is open, so that Back closes the dialog and links can open it.
 */
const ORDER_PARAM = 'pedido';
/** Query parameter with the action of the dialog; without it the order's main dialog opens. */
const ACTION_PARAM = 'acao';

/** The query string without the parameters of the order dialog. */
export function withoutOrderDialog(searchString: string): string {
  const otherParams = new URLSearchParams(searchString);
  otherParams.delete(ORDER_PARAM);
  otherParams.delete(ACTION_PARAM);
  return otherParams.toString();
}

/** Opens and closes the dialog of an order; its state is part of the URL. */
export function useOrderDialog() {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const orderId = params.get(ORDER_PARAM);
  // Key of the history entry whose dialog is open. An action that ends after its dialog was left by Back must not close
  // the dialog of another entry.
  const openHistoryKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    openHistoryKey.current = orderId === null ? null : key;
  }, [orderId, key]);

  const open = (id: string, action: DialogAction) =>
    setParams(
      (current) => {
        current.set(ORDER_PARAM, id);
        current.set(ACTION_PARAM, dialogParamOf(action));
        return current;
      },
      { state: { opened: true }, preventScrollReset: true },
    );

  const close = useCallback(() => {
    if (openHistoryKey.current !== key) return;
    openHistoryKey.current = null;
    // If this page opened the dialog, the previous history entry is the page without the dialog.
    if ((state as { opened?: true } | null)?.opened) return void navigate(-1);
    setParams(
      (current) => {
        current.delete(ORDER_PARAM);
        current.delete(ACTION_PARAM);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [state, key, navigate, setParams]);

  return { orderId, action: params.get(ACTION_PARAM), visit: key, open, close };
}

export type OrderDialogState = ReturnType<typeof useOrderDialog>;
