import { constants, createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import type { Clock } from '../../../src/ports/clock.ts';

/** A peer that speaks Yoti's documented protocol: tokens, sessions, results and signed notifications. */
export type YotiPeer = Awaited<ReturnType<typeof startYotiPeer>>;

export const peerSdkId = '5d3add31-3a3a-4d3b-a6b4-347edb35264c';

/** API key of a service that has no key pair. */
export const peerApiKey = 'api-key-of-the-tests';

/** Lifetime of the peer's tokens, in seconds. */
const TOKEN_SECONDS = 1_800;

interface PeerSession {
  readonly id: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  updatedAt: Date;
  status: string;
  method: string;
  attempts: number;
}

interface PeerAnswer {
  readonly status: number;
  readonly body: unknown;
}

const serviceKeyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signingKeyPair = generateKeyPairSync('rsa', { modulusLength: 2048 });

const exportPem = (key: typeof serviceKeyPair.privateKey, type: 'pkcs1' | 'pkcs8') =>
  key.export({ type, format: 'pem' }).toString();

/** The service's private key in PEM, in the older format that Yoti hands out. */
export const peerPrivateKey = exportPem(serviceKeyPair.privateKey, 'pkcs1');

/** The public key in PEM that verifies the peer's notifications. */
export const peerNotificationKey = createPublicKey(signingKeyPair.privateKey)
  .export({ type: 'spki', format: 'pem' })
  .toString();

/** Signs a notification as documented, independently of the adapter's code. */
export function signNotification(payload: object, deliveryNumber = 1): string {
  const signed = Buffer.from(JSON.stringify(payload).replaceAll(' ', ''));
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const saltLength = constants.RSA_PSS_SALTLEN_MAX_SIGN;
  const signature = sign('sha256', signed, { key: signingKeyPair.privateKey, padding, saltLength });
  const delivery = { sequence_number: deliveryNumber, signature: signature.toString('base64') };
  return JSON.stringify({ ...payload, ...delivery });
}

const refusalWith = (status: number, error_code: string): PeerAnswer => ({
  status,
  body: { error_code, message: error_code.toLowerCase() },
});

/** Fields of a session's request that describe a method of the check; results repeat them. */
const methodNames = ['age_estimation', 'doc_scan', 'digital_id'] as const;

function resultOf(session: PeerSession, now: Date) {
  const isOver = now >= session.expiresAt && ['PENDING', 'IN_PROGRESS'].includes(session.status);
  const isDecided = session.status === 'COMPLETE' || session.status === 'FAIL';
  const { type, reference_id, callback, notification_url, cancel_url } = session.request;
  const methods = methodNames.map((name) => [name, session.request[name]]);
  return {
    sdk_id: peerSdkId,
    ...{ type, reference_id, callback, notification_url, cancel_url },
    ...Object.fromEntries(methods),
    ...(isDecided ? { age: 18, method: session.method, evidence_id: randomUUID() } : {}),
    status: isOver ? 'EXPIRED' : session.status,
    created_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    updated_at: session.updatedAt.toISOString(),
    id: session.id,
    biometric_consent_given_at: '',
  };
}

/** Starts the peer with the given clock, so that tests can let tokens and sessions expire. */
export async function startYotiPeer(clock: Clock) {
  const sessions = new Map<string, PeerSession>();
  const expiryByToken = new Map<string, number>();
  const usedAssertions = new Set<string>();
  let faultStatuses: number[] = [];

  async function grantToken(request: IncomingMessage): Promise<PeerAnswer> {
    const form = new URLSearchParams(await text(request));
    const audience = `${baseUrl()}/v1/oauth/token`;
    const assertion = form.get('client_assertion') ?? '';
    const key = createPublicKey(serviceKeyPair.privateKey);
    const options = { audience, issuer: `sdk:${peerSdkId}`, algorithms: ['PS384'] };
    const verification = await jwtVerify(assertion, key, {
      ...options,
      currentDate: clock.now(),
    }).catch(() => null);
    const isGranted =
      form.get('grant_type') === 'client_credentials' &&
      form.get('scope') === 'avs:sessions:create' &&
      verification !== null &&
      !usedAssertions.has(assertion);
    if (!isGranted) return refusalWith(401, 'INVALID_CLIENT');
    usedAssertions.add(assertion);
    const token = `token-${randomUUID()}`;
    expiryByToken.set(token, clock.now().getTime() + TOKEN_SECONDS * 1000);
    const body = { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS };
    return { status: 200, body };
  }

  function isAllowed({ headers }: IncomingMessage): boolean {
    const token = (headers.authorization ?? '').replace(/^Bearer /, '');
    const isValid = (expiryByToken.get(token) ?? 0) > clock.now().getTime() || token === peerApiKey;
    return isValid && headers['yoti-sdk-id'] === peerSdkId;
  }

  async function createSession(request: IncomingMessage): Promise<PeerAnswer> {
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    if (body['type'] !== 'OVER' || Number(body['ttl']) < 60)
      return refusalWith(400, 'INVALID_REQUEST');
    const now = clock.now();
    const session: PeerSession = {
      id: randomUUID(),
      request: body,
      createdAt: now,
      expiresAt: new Date(now.getTime() + Number(body['ttl']) * 1000),
      updatedAt: now,
      status: 'PENDING',
      method: '',
      attempts: 0,
    };
    sessions.set(session.id, session);
    const expires_at = session.expiresAt.toISOString();
    return { status: 200, body: { id: session.id, status: 'PENDING', expires_at } };
  }

  async function respond(request: IncomingMessage): Promise<PeerAnswer> {
    const { pathname } = new URL(request.url ?? '/', 'http://yoti');
    if (pathname === '/v1/oauth/token') return grantToken(request);
    if (!isAllowed(request)) return refusalWith(401, 'UNAUTHORIZED');
    const faultStatus = faultStatuses.shift();
    if (faultStatus !== undefined) return refusalWith(faultStatus, 'FAULT');
    if (request.method === 'POST' && pathname === '/api/v1/sessions') return createSession(request);
    const [, id = ''] = /^\/api\/v1\/sessions\/([\w-]+)\/result$/.exec(pathname) ?? [];
    const session = sessions.get(id);
    if (!session) return refusalWith(404, 'SESSION_NOT_FOUND');
    return { status: 200, body: resultOf(session, clock.now()) };
  }

  const server = createServer(async (request, response) => {
    const { status, body } = await respond(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  function baseUrl() {
    return `http://127.0.0.1:${port}`;
  }

  /** The body of a notification about the last attempt of a session. */
  function notificationOf(session: PeerSession) {
    return {
      method: session.method,
      result: session.status === 'COMPLETE',
      age: 18,
      session_key: session.id,
      reference_id: session.request['reference_id'],
      id: randomUUID(),
      timestamp: Math.floor(clock.now().getTime() / 1000),
      notification_url: session.request['notification_url'],
      evidence_id: randomUUID(),
      state: session.status,
      check_type: 'PASSIVE',
    };
  }

  return {
    baseUrl,
    sessions,
    /** Number of access tokens that the peer has granted. */
    granted: () => expiryByToken.size,
    /** Sets the statuses of the next answers of the API. */
    fail(statuses: number[]) {
      faultStatuses = statuses;
    },
    /** Ends a person's attempt with a status, and sends the notification until it is accepted, at most 3 times. */
    async finish(id: string, status: string, method = 'AGE_ESTIMATION') {
      const session = sessions.get(id);
      if (!session) throw new Error('no such session');
      Object.assign(session, { status, method, updatedAt: clock.now() });
      const payload = notificationOf(session);
      for (let delivery = 1; delivery <= 3; delivery += 1) {
        const answer = await fetch(String(session.request['notification_url']), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: signNotification(payload, delivery),
        });
        if (answer.status === 200) return;
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
