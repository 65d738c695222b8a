import { createHash } from 'node:crypto';
import { singleFlight } from '../../platform/async/single-flight.ts';
import type { OutboundAnswer } from '../../platform/network/outbound-http.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type {
  AgeCheckProvider,
  AgeCheckRequest,
  AgeFacts,
  StartedAgeCheck,
} from '../../ports/age-check.ts';
import { createYotiApi, LIVE_AGE_URL, type YotiApiDeps } from './api.ts';
import { readNotificationKey } from './keys.ts';
import { parseNotification } from './notification.ts';
import { newSession, type SessionResult, sessionResult } from './schemas.ts';

/** A way to prove one's age: a photo of the face, a document, or Yoti's app. */
export type YotiMethod = 'face' | 'document' | 'app';

export interface YotiDeps extends YotiApiDeps {
  /** Yoti's public key in PEM, which signs notifications. */
  readonly notificationKey: string;
  /** Absolute URL to which notifications are sent. */
  readonly notificationUrl: string;
  readonly methods: readonly YotiMethod[];
  /**
   * Lowest age in years that an estimate by the face must show for content for adults: more than 18, because estimates
   * vary. For a lower age it is lower by as much.
   */
  readonly faceThreshold: number;
  /** Time in days for which an approval is valid. */
  readonly validDays: number;
  /** Logs failed calls, without their bodies. */
  readonly log: { warn(fields: object, message: string): void };
}

/** The age in years for which `faceThreshold` is meant. */
const ADULT_AGE = 18;

/** Time in seconds that a person has on the provider's page. */
const SESSION_SECONDS = 1_800;

/** Number of sessions whose pages are remembered, to answer a repeated start with the same page. */
const REMEMBERED_SESSIONS = 5_000;

const DAY_MS = 86_400_000;

/** The request body of a session. It identifies the person by an opaque reference only. */
function sessionBody(deps: YotiDeps, { reference, minimumAge, returnUrl }: AgeCheckRequest) {
  const method = (name: YotiMethod, threshold: number, level: 'PASSIVE' | 'NONE') => ({
    allowed: deps.methods.includes(name),
    threshold,
    level,
    retry_limit: 2,
  });
  return {
    type: 'OVER',
    ttl: SESSION_SECONDS,
    reference_id: reference,
    age_estimation: method('face', deps.faceThreshold - ADULT_AGE + minimumAge, 'PASSIVE'),
    doc_scan: { ...method('document', minimumAge, 'PASSIVE'), authenticity: 'AUTO' },
    digital_id: method('app', minimumAge, 'NONE'),
    callback: { auto: true, url: returnUrl },
    cancel_url: returnUrl,
    notification_url: deps.notificationUrl,
    retry_enabled: true,
    resume_enabled: true,
    synchronous_checks: true,
  };
}

/** What each state of a session means; a state that is not listed, also one that Yoti adds later, leaves it open. */
const statusOf: Readonly<Record<string, AgeFacts['status']>> = {
  COMPLETE: 'approved',
  FAIL: 'declined',
  ERROR: 'declined',
  CANCELLED: 'declined',
  EXPIRED: 'expired',
};

/**
 * Yoti's record as the port's facts. The age that the session asked for is the threshold of documents, which is set also
 * where documents are not offered.
 */
function toAgeFacts(session: SessionResult, validDays: number): AgeFacts {
  const { id, reference_id: reference, method = '', updated_at: decidedAt } = session;
  const status = statusOf[session.status] ?? 'open';
  const minimumAge = session.type === 'OVER' ? session.doc_scan.threshold : 0;
  const undecided = { checkId: id, reference, minimumAge, method: null, verifiedUntil: null };
  if (status !== 'approved') return { ...undecided, status };
  const verifiedUntil = new Date(Date.parse(decidedAt) + validDays * DAY_MS);
  return { ...undecided, status, method: method.toLowerCase() || 'unknown', verifiedUntil };
}

/** Sessions by request, so that a repeated start gets the page that it got before; the oldest are forgotten. */
function createSessionMemory(deps: Pick<YotiDeps, 'clock'>) {
  const sessions = new Map<string, StartedAgeCheck>();
  return {
    find(key: string): StartedAgeCheck | null {
      const session = sessions.get(key);
      return session && session.closesAt > deps.clock.now() ? session : null;
    },
    add(key: string, session: StartedAgeCheck) {
      sessions.set(key, session);
      const [oldest] = sessions.keys();
      if (sessions.size > REMEMBERED_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    },
  };
}

/**
 * Creates the adapter of Yoti's age verification sessions (docs/adr/0067-yoti-age-checks.md). Yoti creates a new session
 * for each request, so an equal request within one process gets the session of the first one; a second session of
 * another process is harmless, because the caller stores which one counts.
 */
export function createYotiAgeChecks(deps: YotiDeps): AgeCheckProvider {
  const api = createYotiApi(deps);
  const pageUrl = deps.urls?.age ?? (() => LIVE_AGE_URL);
  const notificationKey = readNotificationKey(deps.notificationKey);
  const memory = createSessionMemory(deps);
  const starting = singleFlight<Result<StartedAgeCheck, 'age_check_unavailable'>>();

  const unavailable = (call: string, answer: OutboundAnswer | null) => {
    deps.log.warn({ call, status: answer?.status ?? null }, 'age provider call failed');
    return err('age_check_unavailable');
  };

  async function createSession(key: string, request: AgeCheckRequest) {
    const body = sessionBody(deps, request);
    const answer = await api({ method: 'POST', path: ['sessions'], body });
    const created = answer && answer.status < 300 ? newSession.safeParse(answer.body).data : null;
    if (!created) return unavailable('create session', answer);
    const url = new URL(pageUrl());
    url.search = new URLSearchParams({ sessionId: created.id, sdkId: deps.sdkId }).toString();
    const closesAt = new Date(created.expires_at);
    const session = { checkId: created.id, url: url.href, closesAt };
    memory.add(key, session);
    return ok(session);
  }

  return {
    name: 'yoti',

    async start(request) {
      const { reference, minimumAge, returnUrl } = request;
      const key = createHash('sha256')
        .update(`${reference} ${minimumAge} ${returnUrl}`)
        .digest('base64');
      const known = memory.find(key);
      return known ? ok(known) : starting(key, () => createSession(key, request));
    },

    async parseWebhook({ rawBody }) {
      if (!notificationKey) return err('webhook_unauthorized');
      return parseNotification(notificationKey, deps.clock.now(), rawBody);
    },

    async lookup(checkId) {
      const answer = await api({ method: 'GET', path: ['sessions', checkId, 'result'] });
      // A 404 that is no object of Yoti's API means a wrong URL, not a missing session.
      if (answer?.status === 404 && typeof answer.body === 'object') return err('not_found');
      const session = answer?.status === 200 ? sessionResult.safeParse(answer.body).data : null;
      return session ? ok(toAgeFacts(session, deps.validDays)) : unavailable('read result', answer);
    },
  };
}
