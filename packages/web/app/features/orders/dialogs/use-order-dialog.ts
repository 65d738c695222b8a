import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type DialogAction, nameOf } from '../model/dialog-action.ts';

/** Names the order whose dialog is open, so that Back closes it and a link can open it. */
const PARAM = 'pedido';
/** Which of its dialogs; the main one without it. */
const ACTION = 'acao';

/** The query of the page without any dialog of an order. */
export function withoutOrder(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete(PARAM);
  rest.delete(ACTION);
  return rest.toString();
}

/** Opening and closing the dialog of an order, which lives in the page's address. */
export function useOrderDialog() {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const orderId = params.get(PARAM);
  // The visit whose dialog is open; an act that ends later, after Back, has nothing to close.
  const openVisit = useRef<string | null>(null);
  useLayoutEffect(() => {
    openVisit.current = orderId === null ? null : key;
  }, [orderId, key]);

  const open = (id: string, action: DialogAction) =>
    setParams(
      (current) => {
        current.set(PARAM, id);
        current.set(ACTION, nameOf(action));
        return current;
      },
      { state: { opened: true }, preventScrollReset: true },
    );

  const close = useCallback(() => {
    if (openVisit.current !== key) return;
    openVisit.current = null;
    // Opened from this page: the entry before it is the page without the dialog.
    if ((state as { opened?: true } | null)?.opened) return void navigate(-1);
    setParams(
      (current) => {
        current.delete(PARAM);
        current.delete(ACTION);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [state, key, navigate, setParams]);

  return { orderId, action: params.get(ACTION), visit: key, open, close };
}

export type OrderDialogAddress = ReturnType<typeof useOrderDialog>;
