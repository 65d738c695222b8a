import { id, idInput, instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { z } from '../schema.ts';

/** A data export: a copy of all data stored about a person (LGPD), made in the background. */
const dataExport = z.object({
  id,
  state: z.enum(['preparing', 'ready', 'failed']),
  /** Size of the export in bytes; null until the export is ready. */
  size: z.number().nullable(),
  createdAt: instant,
  readyAt: instant.nullable(),
  /** Time at which the export is deleted; null until the export is ready. */
  expiresAt: instant.nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

/**
 * Endpoints for data exports, which suspended people may call too. See `docs/product/privacy.md`.
 */
export const privacyEndpoints = {
  downloadExport: endpoint({
    method: 'GET',
    path: '/api/users/me/export',
    summary: 'All data of the signed-in person as a zip, streamed',
    access: 'user',
    accountStatus: 'any',
    status: 200,
    output: null,
    produces: 'application/zip',
    errors: ['storage_unavailable'],
    limit: 'exports',
  }),
  listExports: endpoint({
    method: 'GET',
    path: '/api/users/me/exports',
    summary: 'Own data exports in preparation, ready or failed, newest first',
    access: 'user',
    accountStatus: 'any',
    status: 200,
    output: z.object({ exports: z.array(dataExport) }),
    errors: [],
    limit: 'general',
  }),
  requestExport: endpoint({
    method: 'POST',
    path: '/api/users/me/exports',
    summary: 'Request a data export; while one is being prepared, that one is returned',
    access: 'user',
    accountStatus: 'any',
    status: 201,
    output: z.object({ export: dataExport }),
    errors: [],
    limit: 'exports',
  }),
  openExport: endpoint({
    method: 'POST',
    path: '/api/users/me/exports/:id/address',
    summary: 'A short-lived download address of a finished export',
    access: 'user',
    accountStatus: 'any',
    params: z.object({ id: idInput }),
    status: 200,
    output: z.object({ url: z.string() }),
    errors: ['export_not_found'],
    limit: 'general',
  }),
};
