import type { Clock } from '@guilda/server/ports/clock';
import type { Pool } from 'pg';
import { postWebhook } from '../../shared/post-webhook.ts';
import type { PaymentEventBody } from '../sandbox-api.ts';
import { paymentsSignatureHeader, signWebhook } from '../webhook-signature.ts';

export interface EventDeliveryDeps {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly webhookSecret: string;
  /** Full URL to which webhooks are sent. */
  readonly webhookUrl: () => string;
}

interface EventRow {
  readonly id: string;
  readonly checkout_id: string;
  readonly type: string;
  readonly created_at: Date;
}

/** Delays between attempts in ms, about a day in total; after the last attempt the event is dropped. */
const BACKOFF_MS = [
  1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 10_800_000, 21_600_000, 43_200_000,
];

const DELIVERY_TIMEOUT_MS = 10_000;

/**
 * Creates the sender of webhook events, which repeats each event until the shop answers 2xx or the last attempt fails.
 * Before an event is sent, the attempt is counted and the next one scheduled, so that a crash never loses the event.
 */
export function createEventDelivery(deps: EventDeliveryDeps) {
  const { pool, clock } = deps;
  const runningDeliveries = new Map<string, Promise<void>>();

  const claim = async (condition: string, value: unknown): Promise<EventRow[]> => {
    const { rows } = await pool.query<EventRow>(
      `UPDATE sandbox.payment_events SET
         attempts = attempts + 1,
         next_attempt_at = $2::timestamptz
           + ($3::int[])[attempts + 1] * interval '1 millisecond'
       WHERE id = ANY(ARRAY(
         SELECT id FROM sandbox.payment_events
         WHERE delivered_at IS NULL AND ${condition}
         ORDER BY created_at, id LIMIT 20 FOR UPDATE SKIP LOCKED
       ))
       RETURNING id, checkout_id, type, created_at`,
      [value, clock.now(), BACKOFF_MS],
    );
    return rows;
  };

  const deliver = async (event: EventRow): Promise<void> => {
    const outcome = await sendEvent(deps, event);
    await pool.query(
      `UPDATE sandbox.payment_events
       SET last_outcome = $2, delivered_at = CASE WHEN $3 THEN $4::timestamptz END
       WHERE id = $1 AND delivered_at IS NULL`,
      [event.id, outcome.text, outcome.accepted, clock.now()],
    );
  };

  const makeFirstAttempts = async (checkoutId: string): Promise<void> => {
    const events = await claim('checkout_id = $1 AND attempts = 0', checkoutId);
    for (const event of events) await deliver(event);
  };

  return {
    /** Sends the new events of a checkout; resolves after one attempt for each, successful or not. Never rejects. */
    notify(checkoutId: string): Promise<void> {
      const earlierDelivery = runningDeliveries.get(checkoutId) ?? Promise.resolve();
      const ownAttempts = earlierDelivery
        .then(() => makeFirstAttempts(checkoutId))
        .catch(() => undefined);
      runningDeliveries.set(checkoutId, ownAttempts);
      return ownAttempts.finally(() => {
        if (runningDeliveries.get(checkoutId) === ownAttempts) runningDeliveries.delete(checkoutId);
      });
    },

    /** Sends the events that are due, and returns their number. */
    async deliverDue(): Promise<number> {
      const events = await claim('next_attempt_at <= $1', clock.now());
      await Promise.all(events.map(deliver));
      return events.length;
    },

    /** Resolves when no delivery is running. */
    async idle(): Promise<void> {
      await Promise.all(runningDeliveries.values());
    },
  };
}

async function sendEvent(deps: EventDeliveryDeps, event: EventRow) {
  const content: PaymentEventBody = {
    id: event.id,
    type: event.type,
    createdAt: event.created_at.toISOString(),
    data: { checkoutId: event.checkout_id },
  };
  const body = Buffer.from(JSON.stringify(content));
  const status = await postWebhook({
    url: deps.webhookUrl(),
    headers: {
      [paymentsSignatureHeader]: signWebhook(deps.webhookSecret, body, deps.clock.now()),
    },
    body,
    timeoutMs: DELIVERY_TIMEOUT_MS,
  });
  if (status === null) return { accepted: false, text: 'unreachable' };
  return { accepted: status >= 200 && status < 300, text: `HTTP ${status}` };
}
