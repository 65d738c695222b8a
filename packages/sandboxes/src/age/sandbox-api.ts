import { verifiedAge } from '@guilda/contract/accounts/users';
import { z } from 'zod';

// This file has the schemas of the age sandbox's REST API, shared by the sandbox and the adapter that calls it.

/** Path of the sandbox below the program's own URL; the page of a check is `{ageSandboxPath}/{id}`. */
export const ageSandboxPath = '/sandbox/age';

/** Path of the REST API as segments, for building URLs. */
export const ageApiPath = ['sandbox', 'age', 'v1'] as const;

/** Name of the header with the signature that `signWebhookBody` creates. */
export const ageSignatureHeader = 'x-sandbox-signature';

const webAddress = z.url({ protocol: /^https?$/ }).max(2048);

/** Schema of a check's id, which the sandbox makes. */
export const ageSandboxId = z.string().regex(/^age_[\w-]{1,64}$/);

export const newCheckBody = z.object({
  reference: z.string().regex(/^[\w-]{1,64}$/),
  returnUrl: webAddress,
  /** The age in years to prove. */
  minimumAge: verifiedAge,
});
export type NewCheckBody = z.infer<typeof newCheckBody>;

export const checkResource = z.object({
  id: ageSandboxId,
  reference: z.string(),
  minimumAge: verifiedAge,
  url: webAddress,
  status: z.enum(['open', 'approved', 'declined', 'expired']),
  method: z.string().nullable(),
  verifiedUntil: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime(),
});
export type CheckResource = z.infer<typeof checkResource>;

/** Schema of a webhook's body: it says that a check changed, but never how. */
export const ageEventBody = z.object({
  id: z.string().regex(/^evt_[\w-]{1,64}$/),
  checkId: ageSandboxId,
});
export type AgeEventBody = z.infer<typeof ageEventBody>;
