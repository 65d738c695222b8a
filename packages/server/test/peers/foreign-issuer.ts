import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import {
  type LoopbackCertificate,
  loopbackCertificate,
} from '../fixtures/server/loopback-certificate.ts';
import { callbackParams, TestBrowser } from './demo-oidc-site.ts';

/** Client id at the foreign issuer, which is the audience of its tokens. */
export const foreignClientId = 'guilda-at-foreign';
const otherClientId = 'another-site';
const redirectUri = 'https://guilda.example/login/callback';

/** A foreign OpenID Connect issuer: a certified library with its default configuration, over https on loopback. */
export interface ForeignIssuer {
  readonly url: string;
  /** Signs a person in on the issuer's pages, as a browser does, with a new nonce each time. */
  signIn(login: string, options?: { nonce?: string; other?: boolean }): Promise<string>;
  /** Creates a token with these claims added to valid ones, signed with the issuer's newest key. */
  sign(claims: JWTPayload): Promise<string>;
  /** Rotates the signing key; the previous one is no longer published. */
  rotate(): Promise<void>;
  /** Stops the issuer, which does not answer until `start` is called. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

async function newKey(keyId: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: keyId, use: 'sig', alg: 'RS256' };
}

const clientOptions = (id: string) => ({
  client_id: id,
  grant_types: ['implicit'],
  response_types: ['id_token' as const],
  redirect_uris: [redirectUri],
  token_endpoint_auth_method: 'none' as const,
});

/** Creates an OpenID Connect provider with the sign-in pages of `oidc-provider`, which accept every login that is typed. */
const openProvider = (url: string, key: JWK) =>
  new Provider(url, {
    jwks: { keys: [key as Required<JWK>] },
    clients: [clientOptions(foreignClientId), clientOptions(otherClientId)],
    responseTypes: ['id_token'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    ttl: { IdToken: 3600, Grant: 60, Interaction: 60, Session: 60 },
    cookies: { keys: ['for tests'] },
    findAccount: (_ctx, login) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        email: `${login}@pessoas.example`,
        email_verified: login !== 'unverified',
        name: `Nome de ${login}`,
      }),
    }),
  });

/** Signs in on the pages of `oidc-provider`: submits a name, then the consent; returns the ID token. */
async function walkSignIn(url: string, clientId: string, loginName: string, nonce: string) {
  const browser = new TestBrowser();
  const query = new URLSearchParams({
    ...{ client_id: clientId, response_type: 'id_token', scope: 'openid email profile' },
    ...{ redirect_uri: redirectUri, nonce, state: 'state-1' },
  });
  let page = await browser.open(`${url}/auth?${query}`);
  for (const form of [
    { prompt: 'login', login: loginName, password: 'x' },
    { prompt: 'consent' },
  ]) {
    page = await browser.open(page.url, form);
  }
  const { id_token: token } = callbackParams(page);
  if (!token) throw new Error(`no token at ${page.url}`);
  return token;
}

/** Starts the issuer on a free port. This process trusts its certificate. */
export async function startForeignIssuer(
  certificate: LoopbackCertificate = loopbackCertificate(),
): Promise<ForeignIssuer> {
  let handle: ReturnType<Provider['callback']> = async () => undefined;
  const createIssuerServer = () =>
    createServer(certificate, (request, response) => handle(request, response));
  let server = createIssuerServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `https://localhost:${port}`;
  let rotationCount = 0;
  let key = await newKey('key-0');
  const openCurrentProvider = () => {
    handle = openProvider(url, key).callback();
  };
  openCurrentProvider();
  return {
    url,
    signIn: (login, { nonce = randomUUID(), other = false } = {}) =>
      walkSignIn(url, other ? otherClientId : foreignClientId, login, nonce),
    sign: async (claims) => {
      const now = Math.floor(Date.now() / 1000);
      const validClaims = { iss: url, aud: foreignClientId, sub: 'ana', iat: now, exp: now + 3600 };
      return new SignJWT({
        ...validClaims,
        email: 'ana@x.example',
        email_verified: true,
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' })
        .sign(await importJWK(key, 'RS256'));
    },
    rotate: async () => {
      rotationCount += 1;
      key = await newKey(`key-${rotationCount}`);
      openCurrentProvider();
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    start: async () => {
      server = createIssuerServer().listen(port, 'localhost');
      await once(server, 'listening');
    },
  };
}
