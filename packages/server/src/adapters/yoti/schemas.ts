import { z } from 'zod';

/**
 * The schemas in this file contain only the fields of Yoti's answers that the adapter reads; other fields are dropped.
 */

/** Schema of a session's id. */
export const sessionId = z.uuid();

/** Schema of a new session. */
export const newSessionSchema = z.object({ id: sessionId, expires_at: z.iso.datetime() });

/**
 * Schema of the result of a session. `updated_at` is the time of the last change. Yoti may add states, so any text is
 * accepted as a state.
 */
export const sessionResultSchema = z.object({
  id: sessionId,
  reference_id: z.string().max(64),
  type: z.string().max(20),
  status: z.string().max(40),
  method: z.string().max(60).optional(),
  doc_scan: z.object({ threshold: z.int() }),
  updated_at: z.iso.datetime(),
});
export type SessionResult = z.infer<typeof sessionResultSchema>;

/**
 * Schema of the fields that the adapter reads from a verified notification: the ids of the notification and of the
 * session.
 */
export const notificationSchema = z.object({ id: z.uuid(), session_key: sessionId });

/** Schema of an access token, which is valid for `expires_in` seconds. */
export const accessTokenSchema = z.object({
  access_token: z.string().min(1).max(8_000),
  expires_in: z.number().positive().optional(),
});
