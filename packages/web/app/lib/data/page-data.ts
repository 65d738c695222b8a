import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { data, type RouterContextProvider, useRevalidator } from 'react-router';
import { useSession } from '../session/session.ts';
import { browserTokenStore } from '../session/storage.ts';
import { apiContext } from './load-context.ts';

/** The part of an API error that the error page gets. */
interface PageRefusal {
  readonly message: string;
  readonly code: string;
}

async function withRefusalAsResponse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refusal: PageRefusal = { message: error.message, code: error.code };
    throw data(refusal, { status: error.status });
  }
}

/** The browser's client, fetched when first used: what a visitor reads was rendered on the server. */
export const browserClient = async (): Promise<ApiClient> => (await import('../api/api.ts')).api();

interface ServerLoaderArgs {
  readonly context: Readonly<RouterContextProvider>;
}

/** Runs a page's `load` on the server, as a visitor; a refusal becomes the page's status. */
export function loadAsVisitor<T>(
  { context }: ServerLoaderArgs,
  load: (client: ApiClient) => Promise<T>,
) {
  return withRefusalAsResponse(load(context.get(apiContext)));
}

/** Runs the same `load` in the browser, as the signed-in person if there is one. */
export function loadInBrowser<T>(load: (client: ApiClient) => Promise<T>): Promise<T> {
  return withRefusalAsResponse(browserClient().then(load));
}

/** The uid of the signed-in person, for whom the browser's loaders load; null for a visitor. */
export function signedInUid(): string | null {
  return browserTokenStore(localStorage).read()?.uid ?? null;
}

export interface PageData<T> {
  readonly data: T;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}

/**
 * Keeps a page's data alive in the browser: what the loader brought shows at once, and a signed-in
 * person it was not `loadedFor` (`signedInUid()` in the browser, null on the server) has it requested
 * again as them. A visitor sees only the loader's data, never data that was cached for a person.
 */
export function usePageData<T>(
  key: QueryKey,
  loaded: T,
  load: (client: ApiClient) => Promise<T>,
  loadedFor: string | null = null,
): PageData<T> {
  const uid = useSession((state) => state.user?.uid ?? null);
  const { revalidate } = useRevalidator();
  const query = useQuery<T>({
    queryKey: [...key, uid],
    queryFn: () => browserClient().then(load),
    enabled: uid !== null,
    ...(uid !== null && loadedFor === uid ? { initialData: () => loaded } : {}),
  });
  if (uid === null) return { data: loaded, error: null, refetch: revalidate };
  return { data: query.data ?? loaded, error: query.error, refetch: () => query.refetch() };
}
