import type { enforcementEndpoints } from '@guilda/contract/desk';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

export function enforcementHandlers(): Handlers<typeof enforcementEndpoints> {
  return { act: async () => err('unavailable') };
}
