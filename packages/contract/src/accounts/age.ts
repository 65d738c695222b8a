import { instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { z } from '../schema.ts';

/** A path of this site with query and hash; URLs of other origins are rejected. */
const sitePath = z
  .string({ error: errors.invalid_parameter.text })
  .max(500, errors.invalid_parameter.text)
  .regex(/^\/(?![/\\])[^\s\\\0]*$/, errors.invalid_parameter.text);

/** Path to which a person returns after an age check when the request names no path. */
const DEFAULT_RETURN_PATH = '/category/nudez';

/** State of an age check. `none`: there is no check, or it has expired. `open`: the outcome is not known yet. */
const ageCheckState = z.enum(['none', 'open', 'approved', 'declined']);

/** State of the caller's own age check, of which the server stores no documents, pictures or dates of birth. */
const ageVerification = z.object({
  state: ageCheckState,
  /** The provider's name for the method of the check; null unless the check is approved. */
  method: z.string().nullable(),
  /** Expiry of the check; null unless the check is approved. */
  verifiedUntil: instant.nullable(),
  /** Whether a provider of age checks is configured; without a provider, content for adults stays closed. */
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
      /** Path to which the person returns after the check, whatever its outcome. */
      returnTo: sitePath.default(DEFAULT_RETURN_PATH),
      /** Purpose of the check: to see content for adults, or to prove the age in the setting `ACCOUNT_AGE`. */
      purpose: z.enum(['adult_content', 'account']).default('adult_content'),
    }),
    status: 200,
    output: z.object({ url: z.string() }),
    errors: ['already_adult', 'age_check_unavailable'],
    limit: 'ageChecks',
  }),
};
