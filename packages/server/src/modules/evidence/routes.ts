import type { evidenceEndpoints } from '@guilda/contract/orders/evidence';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type OpenEvidenceDeps, openEvidence } from './open-evidence.ts';

export function evidenceHandlers(deps: OpenEvidenceDeps): Handlers<typeof evidenceEndpoints> {
  const open = openEvidence(deps);
  return { downloadEvidence: ({ actor, params }) => open(actor, params.id) };
}
