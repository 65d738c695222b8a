import { z } from 'zod';

/** Schemas of what is read of Yoti's answers; other fields are dropped. */

/** Schema of a session's id. */
export const sessionId = z.uuid();

/** A session that was created. */
export const newSession = z.object({ id: sessionId, expires_at: z.iso.datetime() });

/**
 * The result of a session. `updated_at` is the time of the last change. Yoti may add
 * states, so any text is a state.
 */
export const sessionResult = z.object({
  id: sessionId,
  reference_id: z.string().max(64),
  type: z.string().max(20),
  status: z.string().max(40),
  method: z.string().max(60).optional(),
  doc_scan: z.object({ threshold: z.int() }),
  updated_at: z.iso.datetime(),
});
export type SessionResult = z.infer<typeof sessionResult>;

/** The signed part of a notification, as far as it is read. `timestamp` is in seconds since 1970. */
export const notification = z.object({ id: z.uuid(), session_key: sessionId });

/** An access token, which lives for `expires_in` seconds. */
export const accessToken = z.object({
  access_token: z.string().min(1).max(8_000),
  expires_in: z.number().positive().optional(),
});
