import type { privacyEndpoints } from '@guilda/contract/privacy/privacy';
import type { Handlers } from '../../platform/http/endpoints.ts';
import {
  createExportUrl,
  type ExportRouteDeps,
  listExports,
  requestExport,
  streamExport,
} from './exports.ts';

export function privacyHandlers(deps: ExportRouteDeps): Handlers<typeof privacyEndpoints> {
  const download = streamExport(deps);
  const list = listExports(deps);
  const requestNewExport = requestExport(deps);
  const createUrl = createExportUrl(deps);
  return {
    downloadExport: ({ actor }) => download(actor),
    listExports: ({ actor }) => list(actor),
    requestExport: ({ actor }) => requestNewExport(actor),
    openExport: ({ actor, params }) => createUrl(actor, params.id),
  };
}
