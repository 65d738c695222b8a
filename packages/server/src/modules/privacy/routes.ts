import type { privacyEndpoints } from '@guilda/contract/privacy';
import type { Handlers } from '../../platform/http/endpoints.ts';
import {
  downloadExport,
  type ExportRouteDeps,
  listExports,
  openExport,
  requestExport,
} from './exports.ts';

export function privacyHandlers(deps: ExportRouteDeps): Handlers<typeof privacyEndpoints> {
  const download = downloadExport(deps);
  const list = listExports(deps);
  const request = requestExport(deps);
  const open = openExport(deps);
  return {
    downloadExport: ({ actor }) => download(actor),
    listExports: ({ actor }) => list(actor),
    requestExport: ({ actor }) => request(actor),
    openExport: ({ actor, params }) => open(actor, params.id),
  };
}
