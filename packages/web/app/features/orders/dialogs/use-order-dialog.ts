import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** Names the order whose dialog is open, so that Back closes it and a link can open it. */
const PARAM = 'pedido';

/** Opening and closing the dialog of an order, which lives in the page's address. */
export function useOrderDialog() {
  const [params, setParams] = useSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const orderId = params.get(PARAM);
  const closing = useRef(false);
  useEffect(() => {
    closing.current = orderId === null;
  }, [orderId]);

  const open = (id: string) =>
    setParams(
      (current) => {
        current.set(PARAM, id);
        return current;
      },
      { state: { opened: true }, preventScrollReset: true },
    );

  const close = useCallback(() => {
    if (closing.current) return;
    closing.current = true;
    // Opened from this page: the entry before it is the page without the dialog.
    if ((state as { opened?: true } | null)?.opened) return void navigate(-1);
    setParams(
      (current) => {
        current.delete(PARAM);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [state, navigate, setParams]);

  return { orderId, visit: key, open, close };
}
