import { createHash } from 'node:crypto';
import { singleFlight } from '../../platform/async/single-flight.ts';
import type { OutboundAnswer } from '../../platform/network/outbound-http.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type {
  AgeCheckProvider,
  AgeCheckRecord,
  AgeCheckRequest,
  StartedAgeCheck,
} from '../../ports/age-check.ts';
import { createYotiApi, LIVE_AGE_URL, type YotiApiDeps } from './api.ts';
import { readNotificationPublicKey } from './keys.ts';
import { parseNotification } from './notification.ts';
import { newSessionSchema, type SessionResult, sessionResultSchema } from './schemas.ts';

/** A method of proving one's age: an estimate from a photo of the face, a document, or Yoti's app. */
export type YotiMethod = 'face' | 'document' | 'app';

export interface YotiDeps extends YotiApiDeps {
  /** Yoti's public key in PEM, which verifies the signatures of notifications. */
  readonly notificationKey: string;
  /** Absolute URL to which notifications are sent. */
  readonly notificationUrl: string;
  readonly methods: readonly YotiMethod[];
  /**
   * Minimum age in years that the estimate from a photo must show for content for adults: more than 18, because
   * estimates are inaccurate. For a check of a lower age, the minimum is lower by the difference between 18 and that age.
   */
  readonly faceThreshold: number;
  /** Time in days for which an approval is valid. */
  readonly validDays: number;
  /** Logs failed calls, without their bodies. */
  readonly log: { warn(fields: object, message: string): void };
}

/** Age in years that a person proves with an estimate of `faceThreshold` years. */
const ADULT_AGE = 18;

/** Time in seconds that a person has on the provider's page. */
const SESSION_LIFETIME_SECONDS = 1_800;

/** Maximum number of sessions whose pages are kept in memory, to answer a repeated request with the same page. */
const MAX_CACHED_SESSIONS = 5_000;

const DAY_MS = 86_400_000;

/** Body of the request that creates a session. It identifies the person by a random reference only. */
function sessionBody(deps: YotiDeps, { reference, minimumAge, returnUrl }: AgeCheckRequest) {
  const methodConfig = (name: YotiMethod, threshold: number, level: 'PASSIVE' | 'NONE') => ({
    allowed: deps.methods.includes(name),
    threshold,
    level,
    retry_limit: 2,
  });
  return {
    type: 'OVER',
    ttl: SESSION_LIFETIME_SECONDS,
    reference_id: reference,
    age_estimation: methodConfig('face', deps.faceThreshold - ADULT_AGE + minimumAge, 'PASSIVE'),
    doc_scan: { ...methodConfig('document', minimumAge, 'PASSIVE'), authenticity: 'AUTO' },
    digital_id: methodConfig('app', minimumAge, 'NONE'),
    callback: { auto: true, url: returnUrl },
    cancel_url: returnUrl,
    notification_url: deps.notificationUrl,
    retry_enabled: true,
    resume_enabled: true,
    synchronous_checks: true,
  };
}

/** Outcome of each session state; in any other state, including states that Yoti adds later, the check stays open. */
const checkStatusOf: Readonly<Record<string, AgeCheckRecord['status']>> = {
  COMPLETE: 'approved',
  FAIL: 'declined',
  ERROR: 'declined',
  CANCELLED: 'declined',
  EXPIRED: 'expired',
};

/**
 * Converts Yoti's record to an `AgeCheckRecord`. The requested age is read from the threshold for documents, which is set
 * even when documents are not offered.
 */
function toAgeCheckRecord(session: SessionResult, validDays: number): AgeCheckRecord {
  const { id, reference_id: reference, method = '', updated_at: decidedAt } = session;
  const status = checkStatusOf[session.status] ?? 'open';
  const minimumAge = session.type === 'OVER' ? session.doc_scan.threshold : 0;
  const undecidedRecord = { checkId: id, reference, minimumAge, method: null, verifiedUntil: null };
  if (status !== 'approved') return { ...undecidedRecord, status };
  const verifiedUntil = new Date(Date.parse(decidedAt) + validDays * DAY_MS);
  return { ...undecidedRecord, status, method: method.toLowerCase() || 'unknown', verifiedUntil };
}

/**
 * Creates a cache of sessions by request, so that a repeated request gets the same page; the oldest entries are
 * removed.
 */
function createSessionCache(deps: Pick<YotiDeps, 'clock'>) {
  const sessions = new Map<string, StartedAgeCheck>();
  return {
    find(key: string): StartedAgeCheck | null {
      const session = sessions.get(key);
      return session && session.closesAt > deps.clock.now() ? session : null;
    },
    add(key: string, session: StartedAgeCheck) {
      sessions.set(key, session);
      const [oldest] = sessions.keys();
      if (sessions.size > MAX_CACHED_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    },
  };
}

/**
 * Creates the adapter for Yoti's age verification sessions (docs/adr/0067-yoti-age-checks.md). Yoti creates a new
 * session for each request, so a process answers a repeated request with its first session. A second session created by
 * another process is harmless, because the caller stores which session is valid.
 */
export function createYotiAgeChecks(deps: YotiDeps): AgeCheckProvider {
  const api = createYotiApi(deps);
  const pageUrl = deps.urls?.age ?? (() => LIVE_AGE_URL);
  const notificationKey = readNotificationPublicKey(deps.notificationKey);
  const sessionCache = createSessionCache(deps);
  const startOnce = singleFlight<Result<StartedAgeCheck, 'age_check_unavailable'>>();

  const refuseAsUnavailable = (call: string, answer: OutboundAnswer | null) => {
    deps.log.warn({ call, status: answer?.status ?? null }, 'age provider call failed');
    return err('age_check_unavailable');
  };

  async function createSession(key: string, request: AgeCheckRequest) {
    const body = sessionBody(deps, request);
    const answer = await api({ method: 'POST', path: ['sessions'], body });
    const createdSession =
      answer && answer.status < 300 ? newSessionSchema.safeParse(answer.body).data : null;
    if (!createdSession) return refuseAsUnavailable('create session', answer);
    const url = new URL(pageUrl());
    url.search = new URLSearchParams({
      sessionId: createdSession.id,
      sdkId: deps.sdkId,
    }).toString();
    const closesAt = new Date(createdSession.expires_at);
    const session = { checkId: createdSession.id, url: url.href, closesAt };
    sessionCache.add(key, session);
    return ok(session);
  }

  return {
    name: 'yoti',

    async start(request) {
      const { reference, minimumAge, returnUrl } = request;
      const key = createHash('sha256')
        .update(`${reference} ${minimumAge} ${returnUrl}`)
        .digest('base64');
      const cachedSession = sessionCache.find(key);
      return cachedSession ? ok(cachedSession) : startOnce(key, () => createSession(key, request));
    },

    async parseWebhook({ rawBody }) {
      if (!notificationKey) return err('webhook_unauthorized');
      return parseNotification(notificationKey, deps.clock.now(), rawBody);
    },

    async lookup(checkId) {
      const answer = await api({ method: 'GET', path: ['sessions', checkId, 'result'] });
      // A 404 response that is not a JSON object of Yoti's API means a wrong URL, not a missing session.
      if (answer?.status === 404 && typeof answer.body === 'object') return err('not_found');
      const session =
        answer?.status === 200 ? sessionResultSchema.safeParse(answer.body).data : null;
      return session
        ? ok(toAgeCheckRecord(session, deps.validDays))
        : refuseAsUnavailable('read result', answer);
    },
  };
}
