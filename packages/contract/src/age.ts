import { instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { z } from './schema.ts';

/** A path of this site with query and hash; other origins are rejected. */
const sitePath = z
  .string({ error: errors.invalid_parameter.text })
  .max(500, errors.invalid_parameter.text)
  .regex(/^\/(?![/\\])[^\s\\\0]*$/, errors.invalid_parameter.text);

/** Default return path of an age check. */
const DEFAULT_RETURN_PATH = '/category/nudez';

/** `none`: no check or an expired one. `open`: waiting for the outcome. */
const ageCheckState = z.enum(['none', 'open', 'approved', 'declined']);

/** State of the own age check, which is all that is stored of it. */
const ageVerification = z.object({
  state: ageCheckState,
  /** The provider's name of the method; null unless approved. */
  method: z.string().nullable(),
  /** Expiry of the check; null unless approved. */
  verifiedUntil: instant.nullable(),
  /** False without a configured provider: content for adults then stays closed. */
  available: z.boolean(),
});
export type AgeVerification = z.infer<typeof ageVerification>;

export const ageEndpoints = {
  getAgeVerification: endpoint({
    method: 'GET',
    path: '/api/age/verification',
    summary: 'State of the own age check',
    access: 'user',
    status: 200,
    output: ageVerification,
    errors: [],
    limit: 'general',
  }),
  startAgeVerification: endpoint({
    method: 'POST',
    path: '/api/age/verification',
    summary: 'Start the age check and return the address of the provider’s page',
    access: 'user',
    body: z.object({
      /** Path to return to after the check, whatever its outcome. */
      returnTo: sitePath.default(DEFAULT_RETURN_PATH),
    }),
    status: 200,
    output: z.object({ url: z.string() }),
    errors: ['already_adult', 'age_check_unavailable'],
    limit: 'ageChecks',
  }),
};
