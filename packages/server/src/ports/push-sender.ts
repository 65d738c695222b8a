/** Content of a push notification. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Path of the page that a click on the notification opens. */
  readonly url: string;
  /** This message replaces a notification with the same tag that the browser shows or the push service has queued. */
  readonly tag: string;
}

/** A browser's push endpoint with its encryption keys. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * Outcome of a push:
 * - `sent`: accepted by the push service, which stores the notification for a day if the browser is offline
 * - `gone`: the subscription no longer exists and has to be deleted
 * - `later`: retry after `afterMs`; null when the service named no time
 * - `refused`: a retry would not help
 */
export type PushOutcome =
  | { readonly result: 'sent' }
  | { readonly result: 'gone' }
  | { readonly result: 'refused' }
  | { readonly result: 'later'; readonly afterMs: number | null };

/** Sends push notifications, also to browsers that are closed: Web Push (RFC 8030, 8188, 8291, 8292). */
export interface PushSender {
  /** The sender's public key for subscriptions: a P-256 point in base64url. */
  readonly publicKey: string;
  /**
   * Whether the sender would send to a subscription. Endpoints come from clients, so only endpoints of known push
   * services are accepted.
   */
  accepts(target: PushTarget): boolean;
  /** Sends a notification. Never rejects: an unreachable push service results in `later`. */
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
}
