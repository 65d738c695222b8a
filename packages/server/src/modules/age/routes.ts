import type { ageEndpoints } from '@guilda/contract/accounts/age';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type ReadCheckDeps, readCheck } from './read-check.ts';
import { type StartCheckDeps, startCheck } from './start-check.ts';

export interface AgeDeps extends StartCheckDeps, ReadCheckDeps {}

export function ageHandlers(deps: AgeDeps): Handlers<typeof ageEndpoints> {
  const readVerification = readCheck(deps);
  const start = startCheck(deps);
  return {
    getAgeVerification: ({ actor }) => readVerification(actor),
    startAgeVerification: ({ actor, body }) => start(actor, body),
  };
}
