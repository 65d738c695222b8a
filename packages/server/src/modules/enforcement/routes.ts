import type { enforcementEndpoints } from '@guilda/contract/team-actions';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type ActDeps, act } from './act.ts';
import { type GetSubjectDeps, getSubject } from './get-subject.ts';

export interface EnforcementDeps extends ActDeps, GetSubjectDeps {
  readonly database: ActDeps['database'] & GetSubjectDeps['database'];
}

export function enforcementHandlers(deps: EnforcementDeps): Handlers<typeof enforcementEndpoints> {
  return {
    getSubject: ({ actor, params }) => getSubject(deps)(actor, params),
    act: ({ actor, body }) => act(deps)(actor, body),
  };
}
