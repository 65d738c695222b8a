import type { figureEndpoints } from '@guilda/contract/figures';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

export function figureHandlers(): Handlers<typeof figureEndpoints> {
  return { getFigures: async () => err('unavailable') };
}
