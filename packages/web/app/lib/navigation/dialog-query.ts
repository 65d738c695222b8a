import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { CHAT_PARAM } from './chat-link.ts';

/** Query parameter that opens a dialog over the current page; Back closes the dialog. */
export const DIALOG_PARAM = 'novo';
/** Value of `DIALOG_PARAM` for the dialog of a new service. */
export const ADD_SERVICE_DIALOG = 'servico';
/** Value of `DIALOG_PARAM` for the panel of a new post. */
export const NEW_POST_DIALOG = 'recado';
/** Value of `DIALOG_PARAM` for the list of notifications. */
export const NOTIFICATIONS_DIALOG = 'avisos';

/** The query parameters of the current page with a dialog opened; all other parameters stay. */
export function useDialogQuery(name: string): URLSearchParams {
  const [params] = useSearchParams();
  const nextParams = new URLSearchParams(params);
  nextParams.set(DIALOG_PARAM, name);
  return nextParams;
}

/** The query string that opens the dialog for a new service over the current page. */
export function useAddServiceLink(): string {
  return `?${useDialogQuery(ADD_SERVICE_DIALOG)}`;
}

function hrefWithoutDialog(url: URL): string {
  const otherParams = new URLSearchParams(url.search);
  otherParams.delete(DIALOG_PARAM);
  otherParams.delete(CHAT_PARAM);
  return `${url.pathname}?${otherParams}`;
}

/** `shouldRevalidate` of pages whose data does not change when only a dialog or the chat is opened or closed. */
export function revalidateUnlessOnlyDialogChanged(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const urlChanged = currentUrl.href !== nextUrl.href;
  if (urlChanged && hrefWithoutDialog(currentUrl) === hrefWithoutDialog(nextUrl)) return false;
  return defaultShouldRevalidate;
}
