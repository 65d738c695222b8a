/** What a browser shows of a notice. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** Where pressing it leads: a path of the product. */
  readonly url: string;
  /** A notice replaces the one of the same tag that is still on screen or on its way. */
  readonly tag: string;
}

/** A browser's address for notices, with the keys that only it can read them by. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * What became of a notice:
 * - `sent`: the push service has it, and keeps it a day for a browser that is away
 * - `gone`: the address leads nowhere any more; forget it
 * - `later`: try again after this long, in ms; null where the service named no time
 * - `refused`: trying again would not help
 */
export type PushOutcome =
  | { readonly is: 'sent' }
  | { readonly is: 'gone' }
  | { readonly is: 'refused' }
  | { readonly is: 'later'; readonly afterMs: number | null };

/** The way to browsers that are closed: Web Push (RFC 8030, 8188, 8291, 8292). */
export interface PushSender {
  /** What browsers subscribe with: a P-256 point, base64url. */
  readonly publicKey: string;
  /**
   * Whether an address and its keys are ones this sender would ever send to. Addresses come from
   * clients, so that only those of known push services are accepted.
   */
  accepts(target: PushTarget): boolean;
  /** Never rejects: a service that cannot be reached is `later`. */
  send(target: PushTarget, notice: PushNotice): Promise<PushOutcome>;
}
