import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { DIALOG_PARAM } from './dialog-query.ts';

interface PageAddress {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** The page's address without the parameter that opens the dialog. */
function addressWithoutDialog({ pathname, search, hash }: PageAddress, paramName: string) {
  const otherParams = new URLSearchParams(search);
  otherParams.delete(paramName);
  const text = otherParams.toString();
  return pathname + (text === '' ? '' : `?${text}`) + hash;
}

/**
 * A dialog whose open state is in the page's address: whether it is open, and how to close it. If the dialog was opened
 * on this page, closing goes back, so that the history does not contain the page twice.
 */
export function useUrlDialog(
  name: string,
  paramName = DIALOG_PARAM,
): { open: boolean; close(): void } {
  const location = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const open = new URLSearchParams(location.search).get(paramName) === name;
  const addressBelow = addressWithoutDialog(location, paramName);
  const addressBefore = useRef<string | null>(null);
  const openedHere = useRef(false);
  useEffect(() => {
    if (!open) openedHere.current = false;
    else if (addressBefore.current === addressBelow && type === 'PUSH') openedHere.current = true;
    addressBefore.current = addressBelow;
  }, [open, addressBelow, type]);
  const close = useCallback(() => {
    if (openedHere.current) void navigate(-1);
    else void navigate(addressBelow, { replace: true, preventScrollReset: true });
  }, [navigate, addressBelow]);
  return { open, close };
}
