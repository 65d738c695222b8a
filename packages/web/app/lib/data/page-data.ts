import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { data, type RouterContextProvider, useRevalidator } from 'react-router';
import { useSession } from '../session/session.ts';
import { browserTokenStore } from '../session/storage.ts';
import { apiContext } from './load-context.ts';

/** The fields of an API error that the error page receives. */
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

/**
 * The API client of the browser. It is loaded at its first use, because visitors get pages from the server and need no
 * client.
 */
export const browserClient = async (): Promise<ApiClient> => (await import('../api/api.ts')).api();

interface ServerLoaderArgs {
  readonly context: Readonly<RouterContextProvider>;
}

/** Runs a page's `load` on the server as a visitor; the HTTP status of a refusal becomes the status of the page. */
export function loadAsVisitor<T>(
  { context }: ServerLoaderArgs,
  load: (client: ApiClient) => Promise<T>,
) {
  return withRefusalAsResponse(load(context.get(apiContext)));
}

/** Runs a page's `load` in the browser, as the signed-in person if there is one. */
export function loadInBrowser<T>(load: (client: ApiClient) => Promise<T>): Promise<T> {
  return withRefusalAsResponse(browserClient().then(load));
}

/** Uid of the signed-in person, for whom loaders in the browser load; null for a visitor. */
export function signedInUid(): string | null {
  return browserTokenStore(localStorage).read()?.uid ?? null;
}

export interface PageData<T> {
  readonly data: T;
  readonly error: Error | null;
  refetch(): Promise<unknown>;
}

/**
 * Keeps a page's data in the query cache. The loader's data is shown at once. If it was loaded for another reader than
 * the signed-in person (`loadedFor`: a uid, or null for a visitor), it is requested again with that person's session. A
 * visitor sees only the loader's data, never data that was cached for a person.
 */
export function usePageData<T>(
  key: QueryKey,
  loadedData: T,
  load: (client: ApiClient) => Promise<T>,
  loadedFor: string | null = null,
): PageData<T> {
  const uid = useSession((state) => state.user?.uid ?? null);
  const { revalidate } = useRevalidator();
  const query = useQuery<T>({
    queryKey: [...key, uid],
    queryFn: () => browserClient().then(load),
    enabled: uid !== null,
    ...(uid !== null && loadedFor === uid ? { initialData: () => loadedData } : {}),
  });
  if (uid === null) return { data: loadedData, error: null, refetch: revalidate };
  return { data: query.data ?? loadedData, error: query.error, refetch: () => query.refetch() };
}
