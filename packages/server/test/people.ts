import { type ApiClient, ApiError, createClient, type Transport } from '@guilda/contract/client';
import type { OwnUser } from '@guilda/contract/users';

/** A person who signed in through the demo identity provider, with a client of their own. */
export interface TestPerson {
  readonly uid: string;
  readonly user: OwnUser;
  readonly email: string;
  readonly tokens: { readonly accessToken: string; readonly refreshToken: string };
  readonly api: ApiClient;
  /** A bare request with this person's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Requests over real HTTP; `token` is asked for at each call. */
export function httpTransport(url: string, token: () => string | undefined): Transport {
  return async ({ method, url: path, body, headers }) => {
    const bearer = token();
    const form = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : (JSON.parse(text) as unknown);
    if (!response.ok) throw new ApiError(response.status, answer as Record<string, unknown>);
    return answer;
  };
}

/** Signs in through the demo identity provider of the program at `url`; the same e-mail is the same account. */
export async function signInAs(url: string, email: string, name: string): Promise<TestPerson> {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new ApiError(response.status, (await response.json()) as never);
    return response.json();
  };
  const { idToken } = (await post('/dev/id-token', { email, name })) as { idToken: string };
  const { user, tokens } = (await post('/api/auth/google', { idToken })) as {
    user: OwnUser;
    tokens: TestPerson['tokens'];
  };
  return {
    uid: user.uid,
    user,
    email,
    tokens,
    api: createClient(httpTransport(url, () => tokens.accessToken)),
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${tokens.accessToken}`);
      return fetch(url + path, { ...init, headers });
    },
  };
}
