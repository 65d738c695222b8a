import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';

export const clientId = 'guilda-test';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An identity provider on loopback with real HTTP and real keys, whose answers a test can replace. */
export interface TestIssuer extends AsyncDisposable {
  readonly url: string;
  readonly rsa: KeyPair;
  readonly ec: KeyPair;
  /** Paths of the received requests. */
  readonly requests: string[];
  /** Called for each request. Returns true when it has answered the request, so that the issuer does not answer. */
  misbehave: ((path: string, response: ServerResponse) => boolean) | undefined;
  /** The published keys. */
  keys: JWK[];
  sign(claims: JWTPayload, options?: SignOptions): Promise<string>;
}

interface SignOptions {
  readonly alg?: 'RS256' | 'RS512' | 'ES256';
  readonly key?: KeyPair;
  readonly header?: Readonly<Record<string, unknown>>;
}

export async function startTestIssuer(): Promise<TestIssuer> {
  const rsa = await generateKeyPair('RS256', { extractable: true });
  const ec = await generateKeyPair('ES256', { extractable: true });
  const requests: string[] = [];

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    if (issuer.misbehave?.(path, response)) return;
    response.setHeader('content-type', 'application/json');
    if (path === '/jwks') return response.end(JSON.stringify({ keys: issuer.keys }));
    return response.end(JSON.stringify(discoveryOf(issuer.url)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${port}`,
    rsa,
    ec,
    requests,
    misbehave: undefined,
    keys: [await publicJwk(rsa, 'rsa'), await publicJwk(ec, 'ec')],
    async sign(claims, { alg = 'RS256', key = alg === 'ES256' ? ec : rsa, header } = {}) {
      const kid = alg === 'ES256' ? 'ec' : 'rsa';
      return new SignJWT(claims)
        .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
        .sign(await importJWK(await exportJWK(key.privateKey), alg));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return issuer;
}

export function discoveryOf(url: string) {
  return { issuer: url, authorization_endpoint: `${url}/auth`, jwks_uri: `${url}/jwks` };
}

async function publicJwk(key: KeyPair, keyId: string): Promise<JWK> {
  return { ...(await exportJWK(key.publicKey)), kid: keyId, use: 'sig' };
}

/** Claims of a token that is valid at this time. */
export function validClaims(issuer: TestIssuer, now: Date): JWTPayload {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    iss: issuer.url,
    aud: clientId,
    sub: '1029384756',
    iat: seconds - 5,
    exp: seconds + 3600,
    email: 'ana@exemplo.com.br',
    email_verified: true,
    name: 'Ana Paula',
    picture: 'https://fotos.example/ana.png',
    nonce: 'n-1',
  };
}
