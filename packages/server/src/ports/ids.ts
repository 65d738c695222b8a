import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** Ids and randomness, injected so that tests are deterministic. */
export interface Ids {
  /** A time-ordered UUIDv7. */
  uuid(): string;
  /** `bytes` cryptographically random bytes in base64url. */
  secret(bytes: number): string;
}

export const systemIds: Ids = {
  uuid: () => v7(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
};
