import { z } from 'zod';

/** Schemas of the age sandbox's REST API, shared by the sandbox and the adapter that calls it. */

/** Where the sandbox lives below the program's own address; a check's page is `{sandboxPath}/{id}`. */
export const ageSandboxPath = '/sandbox/age';

/** The API as path segments, for building addresses. */
export const ageApiPath = ['sandbox', 'age', 'v1'] as const;

/** Carries the signature of `signWebhookBody`. */
export const ageSignatureHeader = 'x-sandbox-signature';

const webAddress = z.url({ protocol: /^https?$/ }).max(2048);

/** An id made by the sandbox. */
export const ageSandboxId = z.string().regex(/^age_[\w-]{1,64}$/);

export const newCheckBody = z.object({
  reference: z.string().regex(/^[\w-]{1,64}$/),
  returnUrl: webAddress,
});
export type NewCheckBody = z.infer<typeof newCheckBody>;

export const checkResource = z.object({
  id: ageSandboxId,
  reference: z.string(),
  url: webAddress,
  status: z.enum(['open', 'approved', 'declined', 'expired']),
  method: z.string().nullable(),
  verifiedUntil: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime(),
});
export type CheckResource = z.infer<typeof checkResource>;

/** The body of a notification: that something happened to a check, never what. */
export const ageEventBody = z.object({
  id: z.string().regex(/^evt_[\w-]{1,64}$/),
  checkId: ageSandboxId,
});
export type AgeEventBody = z.infer<typeof ageEventBody>;
