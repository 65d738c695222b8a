import type { enforcementEndpoints } from '@guilda/contract/desk';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type ActDeps, act } from './act.ts';

export function enforcementHandlers(deps: ActDeps): Handlers<typeof enforcementEndpoints> {
  return { act: ({ actor, body }) => act(deps)(actor, body) };
}
