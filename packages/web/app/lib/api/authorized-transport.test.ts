import { ApiError, type TransportRequest } from '@guilda/contract/client';
import { describe, expect, it, vi } from 'vitest';
import type { StoredTokens, TokenStore } from '../session/storage.ts';
import { authorizedTransport } from './authorized-transport.ts';
import { NetworkError } from './fetch-transport.ts';

const expiredTokenError = () =>
  new ApiError(401, { error: 'Token inválido', message: 'Token inválido' });

function memoryTokens(initialTokens: StoredTokens | null): TokenStore {
  let currentTokens = initialTokens;
  return {
    read: () => currentTokens,
    write: (tokens) => {
      currentTokens = tokens;
    },
    clear: () => {
      currentTokens = null;
    },
  };
}

const signedInTokens = { accessToken: 'old', refreshToken: 'r', uid: 'u' };
const getRequest = (url: string): TransportRequest => ({ method: 'GET', url, headers: {} });

function setUpTransport(
  server: (request: TransportRequest) => unknown,
  storedTokens: StoredTokens | null = signedInTokens,
  settle = async () => undefined,
) {
  const tokens = memoryTokens(storedTokens);
  const sentRequests: TransportRequest[] = [];
  const onSessionEnd = vi.fn();
  const onTokenMissing = vi.fn();
  const onSuspended = vi.fn();
  const onForbidden = vi.fn();
  const transport = authorizedTransport({
    send: async (request) => {
      sentRequests.push(request);
      return server(request);
    },
    tokens,
    onSessionEnd,
    onTokenMissing,
    onSuspended,
    onForbidden,
    settle,
  });
  return {
    transport,
    tokens,
    sentRequests,
    onSessionEnd,
    onTokenMissing,
    onSuspended,
    onForbidden,
  };
}

const isRefresh = (request: TransportRequest) => request.url === '/api/users/refresh-token';

function serverThatRenews(request: TransportRequest) {
  if (isRefresh(request)) return { accessToken: 'new' };
  if (request.headers['authorization'] !== 'Bearer new') throw expiredTokenError();
  return request.url;
}

describe('authorizedTransport', () => {
  it('carries the stored token', async () => {
    const { transport, sentRequests } = setUpTransport(() => 'ok');
    await transport(getRequest('/a'));
    expect(sentRequests[0]?.headers['authorization']).toBe('Bearer old');
  });

  it('refreshes once for many failing requests and replays each with the new token', async () => {
    const { transport, sentRequests, tokens } = setUpTransport(serverThatRenews);
    const responses = await Promise.all(
      ['/a', '/b', '/c', '/d'].map((url) => transport(getRequest(url))),
    );
    expect(responses).toEqual(['/a', '/b', '/c', '/d']);
    expect(sentRequests.filter(isRefresh)).toHaveLength(1);
    expect(tokens.read()).toEqual({ ...signedInTokens, accessToken: 'new' });
  });

  it.each([
    ['another person has signed in', { accessToken: 'other', refreshToken: 'r2', uid: 'v' }],
    ['the person has signed out', null],
  ])('does not repeat a request when %s since it was sent', async (_, laterTokens) => {
    const { transport, tokens, sentRequests } = setUpTransport(() => {
      if (laterTokens) tokens.write(laterTokens);
      else tokens.clear();
      throw expiredTokenError();
    });
    await expect(transport(getRequest('/a'))).rejects.toMatchObject({ code: 'token_invalid' });
    expect(sentRequests).toHaveLength(1);
    expect(tokens.read()).toEqual(laterTokens);
  });

  it('replaces the refresh token with each refresh, and keeps it where no new one comes', async () => {
    let count = 0;
    const { transport, sentRequests, tokens } = setUpTransport((request) => {
      if (!isRefresh(request)) throw expiredTokenError();
      count += 1;
      return { accessToken: `a${count}`, ...(count < 3 ? { refreshToken: `r${count}` } : {}) };
    });
    for (let time = 0; time < 3; time += 1)
      await expect(transport(getRequest('/a'))).rejects.toThrow('Token inválido');
    const refreshBodies = sentRequests.filter(isRefresh).map(({ body }) => body);
    expect(refreshBodies).toEqual(
      ['r', 'r1', 'r2'].map((refreshToken) => ({ uid: 'u', refreshToken, rotate: true })),
    );
    expect(tokens.read()).toEqual({ accessToken: 'a3', refreshToken: 'r2', uid: 'u' });
  });

  it('keeps the session when another tab without locks has stored the same answer', async () => {
    const { transport, tokens, onSessionEnd } = setUpTransport((request) => {
      if (isRefresh(request)) {
        tokens.write({ ...signedInTokens, accessToken: 'new', refreshToken: 'r1' });
        return { accessToken: 'new', refreshToken: 'r1' };
      }
      return serverThatRenews(request);
    });
    expect(await transport(getRequest('/a'))).toBe('/a');
    expect(tokens.read()).toEqual({ accessToken: 'new', refreshToken: 'r1', uid: 'u' });
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it('does not give another session the tokens that were requested before', async () => {
    const otherTokens = { accessToken: 'theirs', refreshToken: 'their r', uid: 'v' };
    const { transport, tokens, onSessionEnd } = setUpTransport((request) => {
      if (!isRefresh(request)) throw expiredTokenError();
      tokens.write(otherTokens);
      return { accessToken: 'new', refreshToken: 'r1' };
    });
    await expect(transport(getRequest('/a'))).rejects.toThrow('Token inválido');
    expect(tokens.read()).toEqual(otherTokens);
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it('reports a suspension, also where the token had to be renewed first', async () => {
    const suspendedError = new ApiError(403, { error: 'Não.', code: 'account_suspended' });
    const { transport, onSuspended, onSessionEnd } = setUpTransport((request) => {
      serverThatRenews(request);
      if (isRefresh(request)) return { accessToken: 'new' };
      throw suspendedError;
    });
    await expect(transport(getRequest('/a'))).rejects.toBe(suspendedError);
    expect(onSuspended).toHaveBeenCalledTimes(1);
    await expect(transport(getRequest('/a'))).rejects.toBe(suspendedError);
    expect(onSuspended).toHaveBeenCalledTimes(2);
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it('uses a token that another tab has renewed', async () => {
    const { transport, tokens, sentRequests } = setUpTransport(serverThatRenews);
    const pendingRequest = transport(getRequest('/a'));
    tokens.write({ ...signedInTokens, accessToken: 'new' });
    expect(await pendingRequest).toBe('/a');
    expect(sentRequests.filter(isRefresh)).toHaveLength(0);
  });

  it('ends the session and rejects everyone who waits when the refresh fails', async () => {
    const { transport, tokens, sentRequests, onSessionEnd } = setUpTransport(() => {
      throw expiredTokenError();
    });
    const outcomes = await Promise.allSettled([
      transport(getRequest('/a')),
      transport(getRequest('/b')),
    ]);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect(sentRequests.filter(isRefresh)).toHaveLength(1);
    expect(tokens.read()).toBeNull();
    expect(onSessionEnd).toHaveBeenCalledTimes(1);
  });

  it('does not end the session when requests fail because the page is being left', async () => {
    const failAsLost = (request: TransportRequest) => {
      throw isRefresh(request) ? new NetworkError() : expiredTokenError();
    };
    let completeLeaving = () => {};
    const endlessPromise = new Promise<never>(() => {});
    const transportOfClosedPage = setUpTransport(failAsLost, signedInTokens, () => {
      completeLeaving();
      return endlessPromise;
    });
    await new Promise<void>((resolve) => {
      completeLeaving = resolve;
      void transportOfClosedPage.transport(getRequest('/a'));
    });
    expect(transportOfClosedPage.tokens.read()).toEqual(signedInTokens);
    const transportOfOpenPage = setUpTransport(failAsLost);
    await expect(transportOfOpenPage.transport(getRequest('/a'))).rejects.toThrow(NetworkError);
    expect(transportOfOpenPage.tokens.read()).toBeNull();
    expect(transportOfOpenPage.onSessionEnd).toHaveBeenCalledTimes(1);
  });

  it('reports when a request is forbidden for the account', async () => {
    const refusal = new ApiError(403, { error: 'Acesso negado.', code: 'forbidden' });
    const { transport, onForbidden, onSessionEnd } = setUpTransport(() => {
      throw refusal;
    });
    await expect(transport(getRequest('/a'))).rejects.toBe(refusal);
    expect(onForbidden).toHaveBeenCalledTimes(1);
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it('does not restore a session that was ended during the refresh', async () => {
    const { transport, tokens } = setUpTransport((request) => {
      if (!isRefresh(request)) throw expiredTokenError();
      tokens.clear();
      return { accessToken: 'new' };
    });
    await expect(transport(getRequest('/a'))).rejects.toThrow('Token inválido');
    expect(tokens.read()).toBeNull();
  });

  it('does not end a new session because of requests that were pending at the sign-out', async () => {
    const { transport, tokens, sentRequests, onSessionEnd } = setUpTransport(serverThatRenews);
    const pending = transport(getRequest('/a'));
    tokens.clear();
    await expect(pending).rejects.toMatchObject({ code: 'token_invalid' });
    expect(sentRequests.filter(isRefresh)).toHaveLength(0);
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it('never retries the refresh request itself', async () => {
    const { transport, sentRequests } = setUpTransport(() => {
      throw expiredTokenError();
    });
    await expect(
      transport({ method: 'POST', url: '/api/users/refresh-token', headers: {} }),
    ).rejects.toThrow('Token inválido');
    expect(sentRequests).toHaveLength(1);
  });

  it('reports when the server got no token', async () => {
    const { transport, onTokenMissing } = setUpTransport(() => {
      throw new ApiError(401, { error: 'Token não fornecido.', message: 'Token não fornecido.' });
    }, null);
    await expect(transport(getRequest('/a'))).rejects.toThrow();
    expect(onTokenMissing).toHaveBeenCalledTimes(1);
  });

  it('ends the stored session when the server got no token', async () => {
    const { transport, tokens, onSessionEnd, onTokenMissing } = setUpTransport(() => {
      throw new ApiError(401, { error: 'Token não fornecido.', message: 'Token não fornecido.' });
    });
    onTokenMissing.mockImplementation(() => expect(tokens.read()).toBeNull());
    await expect(transport(getRequest('/a'))).rejects.toThrow('Token não fornecido.');
    expect(onSessionEnd).toHaveBeenCalledTimes(1);
    expect(onTokenMissing).toHaveBeenCalledTimes(1);
  });

  it('returns any other failure unchanged', async () => {
    const failure = new ApiError(409, { error: 'x', message: 'x' });
    const { transport, sentRequests } = setUpTransport(() => {
      throw failure;
    });
    await expect(transport(getRequest('/a'))).rejects.toBe(failure);
    expect(sentRequests).toHaveLength(1);
  });
});
