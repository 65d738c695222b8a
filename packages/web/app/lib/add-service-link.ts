import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';

/** Query parameter that opens a dialog over the page on screen; Back closes it. */
export const DIALOG_PARAM = 'novo';
export const ADD_SERVICE = 'servico';

/** The query string that opens the create-service dialog here, filters and all staying in place. */
export function useAddServiceLink(): string {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set(DIALOG_PARAM, ADD_SERVICE);
  return `?${next}`;
}

function withoutDialog(url: URL): string {
  const rest = new URLSearchParams(url.search);
  rest.delete(DIALOG_PARAM);
  return `${url.pathname}?${rest}`;
}

/** For `shouldRevalidate`: opening or closing a dialog brings no new data. */
export function unlessOnlyDialog(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = args;
  const moved = currentUrl.href !== nextUrl.href;
  if (moved && withoutDialog(currentUrl) === withoutDialog(nextUrl)) return false;
  return defaultShouldRevalidate;
}
