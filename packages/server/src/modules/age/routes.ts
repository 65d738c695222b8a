import type { ageEndpoints } from '@guilda/contract/age';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

export function ageHandlers(): Handlers<typeof ageEndpoints> {
  return {
    startAgeVerification: async () => err('unavailable'),
  };
}
