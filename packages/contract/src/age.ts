import { instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { z } from './schema.ts';

/** A path of this site, with query and hash: never another origin, never a page that sends on. */
export const ownPath = z
  .string({ error: errors.invalid_parameter.text })
  .max(500, errors.invalid_parameter.text)
  .regex(/^\/(?![/\\])[^\s\\\0]*$/, errors.invalid_parameter.text);

/** Where a check that names no place leads back to. */
export const AGE_CHECK_RETURN = '/category/nudez';

/** - `none`: no check, or one that ran out · `open`: its outcome is awaited */
export const ageCheckState = z.enum(['none', 'open', 'approved', 'declined']);
export type AgeCheckState = z.infer<typeof ageCheckState>;

/** Where the own age check stands, and all that is kept of it (`product §9`). */
export const ageVerification = z.object({
  state: ageCheckState,
  /** The provider's word for how the age was checked; null unless approved. */
  method: z.string().nullable(),
  /** Until when the check stands; null unless approved. */
  verifiedUntil: instant.nullable(),
  /** False while no provider is configured: nothing for adults opens then. */
  available: z.boolean(),
});
export type AgeVerification = z.infer<typeof ageVerification>;

export const ageEndpoints = {
  getAgeVerification: endpoint({
    method: 'GET',
    path: '/api/age/verification',
    summary: 'Where the own age check stands',
    access: 'user',
    status: 200,
    output: ageVerification,
    errors: [],
    limit: 'general',
  }),
  startAgeVerification: endpoint({
    method: 'POST',
    path: '/api/age/verification',
    summary: 'Begin the age check: the address of the age provider’s page (product §9)',
    access: 'user',
    body: z.object({
      /** The place on this site to come back to, checked or not. */
      returnTo: ownPath.default(AGE_CHECK_RETURN),
    }),
    status: 200,
    output: z.object({ url: z.string() }),
    errors: ['already_adult', 'age_check_unavailable'],
    limit: 'ageChecks',
  }),
};
