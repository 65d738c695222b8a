import { id, idInput, instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';

/** A copy of everything that is held on a person (`product §3`, LGPD), made in the background. */
export const dataExport = z.object({
  id,
  state: z.enum(['preparing', 'ready', 'failed']),
  /** Bytes; null until it is ready. */
  size: z.number().nullable(),
  createdAt: instant,
  readyAt: instant.nullable(),
  /** When it is erased; null until it is ready. */
  expiresAt: instant.nullable(),
});
export type DataExport = z.infer<typeof dataExport>;

/** Answered to suspended people too: the data are theirs. */
export const privacyEndpoints = {
  downloadExport: endpoint({
    method: 'GET',
    path: '/api/users/me/export',
    summary: 'Everything held on the signed-in person, as a zip made while it is read',
    access: 'user',
    standing: 'any',
    status: 200,
    output: null,
    produces: 'application/zip',
    errors: ['storage_unavailable'],
    limit: 'exports',
  }),
  listExports: endpoint({
    method: 'GET',
    path: '/api/users/me/exports',
    summary: 'The copies of the own data that are being made or can be fetched, the last first',
    access: 'user',
    standing: 'any',
    status: 200,
    output: z.object({ exports: z.array(dataExport) }),
    errors: [],
    limit: 'general',
  }),
  requestExport: endpoint({
    method: 'POST',
    path: '/api/users/me/exports',
    summary:
      'Have a copy of the own data made; asked again while one is being made, it is that one',
    access: 'user',
    standing: 'any',
    status: 201,
    output: z.object({ export: dataExport }),
    errors: [],
    limit: 'exports',
  }),
  openExport: endpoint({
    method: 'POST',
    path: '/api/users/me/exports/:id/address',
    summary: 'A short-lived address at which the browser saves a copy that is ready',
    access: 'user',
    standing: 'any',
    params: z.object({ id: idInput }),
    status: 200,
    output: z.object({ url: z.string() }),
    errors: ['export_not_found'],
    limit: 'general',
  }),
};
