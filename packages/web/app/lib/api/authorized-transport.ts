import { ApiError } from '@guilda/contract/api-error';
import type { Transport, TransportRequest } from '@guilda/contract/client';
import type { StoredTokens, TokenStore } from '../session/storage.ts';

export interface AuthorizedTransportDeps {
  /** The transport that sends requests without authorization. */
  readonly send: Transport;
  readonly tokens: TokenStore;
  /** Runs `work` while no other tab runs such work; by default runs `work` at once. */
  readonly runExclusively?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called when the session has ended and its tokens are removed. */
  onSessionEnd(): void;
  /** Called when the server answered that the request carried no token; a stored session has ended by then. */
  onTokenMissing(): void;
  /** Called when the server answered that the account is suspended. */
  onSuspended?(): void;
  /** Called when the server answered `forbidden`, because the account's role may have changed. */
  onForbidden?(): void;
  /**
   * Resolves after a moment, but never on a page that is being closed. Closing a page aborts its requests as a lost
   * network does, and this must not end the session.
   */
  settle?(): Promise<void>;
}

const REFRESH_URL = '/api/users/refresh-token';
const EXPIRED_TOKEN_TEXT = 'Token inválido';
const MISSING_TOKEN_TEXT = 'Token não fornecido.';

const hasErrorText = (error: unknown, text: string) =>
  error instanceof ApiError && error.body['error'] === text;

const errorCodeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);

const sessionEndedError = () =>
  new ApiError(401, {
    error: EXPIRED_TOKEN_TEXT,
    message: EXPIRED_TOKEN_TEXT,
    code: 'token_invalid',
  });

function withToken(request: TransportRequest, token: string | undefined): TransportRequest {
  if (token === undefined) return request;
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

/**
 * Tokens in the answer of a refresh. A server of the previous version sends no new refresh token; the stored one then
 * stays valid.
 */
type RefreshedTokens = Pick<StoredTokens, 'accessToken'> &
  Partial<Pick<StoredTokens, 'refreshToken'>>;

/**
 * A transport that sends the access token and renews it. When a request fails with `Token inválido`, one refresh runs
 * while other requests wait; then all are repeated with the new token. A failed refresh is not retried: it rejects the
 * requests and ends the session. Each refresh also replaces the refresh token, so that a stolen copy soon stops working
 * (`docs/product/accounts.md`).
 */
export function authorizedTransport(deps: AuthorizedTransportDeps): Transport {
  const runExclusively = deps.runExclusively ?? ((work) => work());
  let runningRefresh: Promise<string> | null = null;

  function endSession(): void {
    deps.tokens.clear();
    deps.onSessionEnd();
  }

  /** Stores the refreshed tokens, unless the person signed out or another person signed in during the refresh. */
  function storeTokens(usedTokens: StoredTokens, refreshedTokens: RefreshedTokens): string {
    const storedTokens = deps.tokens.read();
    const refreshToken = refreshedTokens.refreshToken ?? usedTokens.refreshToken;
    // Without Web Locks another tab may have refreshed at the same time, got the same new refresh token and stored it
    // first.
    const replacedTokens = [usedTokens.refreshToken, refreshToken];
    if (storedTokens?.uid !== usedTokens.uid || !replacedTokens.includes(storedTokens.refreshToken))
      throw sessionEndedError();
    deps.tokens.write({ ...storedTokens, accessToken: refreshedTokens.accessToken, refreshToken });
    return refreshedTokens.accessToken;
  }

  async function requestToken(staleToken: string): Promise<string> {
    const storedTokens = deps.tokens.read();
    if (!storedTokens) throw sessionEndedError();
    // The stored token differs if another tab has already renewed it.
    if (storedTokens.accessToken !== staleToken) return storedTokens.accessToken;
    const { uid, refreshToken } = storedTokens;
    const answer = await deps.send({
      method: 'POST',
      url: REFRESH_URL,
      headers: {},
      body: { uid, refreshToken, rotate: true },
    });
    return storeTokens(storedTokens, answer as RefreshedTokens);
  }

  function refresh(staleToken: string): Promise<string> {
    const failedToken = deps.tokens.read()?.refreshToken;
    runningRefresh ??= runExclusively(() => requestToken(staleToken))
      .catch(async (error: unknown) => {
        if (!(error instanceof ApiError)) await deps.settle?.();
        // Only the session whose refresh failed is ended: the person may have signed out or signed in again during the
        // refresh.
        if (failedToken !== undefined && deps.tokens.read()?.refreshToken === failedToken)
          endSession();
        throw error;
      })
      .finally(() => {
        runningRefresh = null;
      });
    return runningRefresh;
  }

  const send = async (request: TransportRequest, token: string | undefined) => {
    try {
      return await deps.send(withToken(request, token));
    } catch (error) {
      const code = errorCodeOf(error);
      if (code === 'account_suspended') deps.onSuspended?.();
      if (code === 'forbidden') deps.onForbidden?.();
      throw error;
    }
  };

  return async (request) => {
    const { accessToken: token, uid } = deps.tokens.read() ?? {};
    try {
      return await send(request, token);
    } catch (error) {
      if (hasErrorText(error, MISSING_TOKEN_TEXT)) {
        // The server did not accept the token as one. With a stored session the sign-in page would lead back to `/`.
        if (token !== undefined && deps.tokens.read()?.accessToken === token) endSession();
        deps.onTokenMissing();
      }
      if (
        !hasErrorText(error, EXPIRED_TOKEN_TEXT) ||
        request.url === REFRESH_URL ||
        token === undefined
      )
        throw error;
      const renewedToken = await refresh(token);
      // The token is that of another person who has signed in since the request was sent.
      if (deps.tokens.read()?.uid !== uid) throw sessionEndedError();
      return send(request, renewedToken);
    }
  };
}
