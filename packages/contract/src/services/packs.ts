import { id, idInput, instant } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { archiveKind, service } from './catalog.ts';

/** Media types of pack files; the server detects them from the content. */
export const archiveTypes = ['image/jpeg', 'image/png', 'image/gif', 'video/mp4'] as const;
const archiveType = z.enum(archiveTypes);
export type ArchiveType = z.infer<typeof archiveType>;

/** An uploaded pack file, whether or not a service uses it already. */
const archive = z.object({
  id,
  /** File name that the owner gave, without characters that are unsafe in file names. */
  name: z.string(),
  type: archiveType,
  kind: archiveKind,
  /** Size of the file, in bytes. */
  size: z.number(),
});
export type Archive = z.infer<typeof archive>;

/**
 * A pack file with signed URLs that expire within five minutes: `url` shows the file and supports Range, `downloadUrl`
 * saves it, `previewUrl` is a thumbnail of an image.
 */
const packFile = archive.extend({
  url: z.string(),
  downloadUrl: z.string(),
  previewUrl: z.string().nullable(),
  /** Width and height of an image in pixels; null for videos. */
  width: z.number().nullable(),
  height: z.number().nullable(),
});
export type PackFile = z.infer<typeof packFile>;

/** A pack, as its owner or buyer opens it. `zipUrl` downloads all files; all URLs expire at `expiresAt`. */
const pack = z.object({
  service,
  files: z.array(packFile),
  zipUrl: z.string(),
  expiresAt: instant,
});
export type Pack = z.infer<typeof pack>;

/** An entry of an order's download log: a file that the buyer opened or downloaded. */
const packDownload = z.object({
  /** Id of the file; null for the zip of all files. */
  archiveId: id.nullable(),
  name: z.string(),
  kind: z.enum(['view', 'file', 'zip']),
  count: z.number(),
  firstAt: instant,
  lastAt: instant,
});
export type PackDownload = z.infer<typeof packDownload>;

const archiveFileField = {
  kind: 'archive',
  maxBytes: limits.archiveBytes,
  maxCount: 1,
  missingText: 'Envie um arquivo.',
} as const;

export const packEndpoints = {
  listArchives: endpoint({
    method: 'GET',
    path: '/api/archives',
    summary: 'Own files that no service uses yet, oldest first, and the maximum file size',
    access: 'user',
    status: 200,
    output: z.object({
      archives: z.array(archive),
      /** Maximum size of one file in bytes (`MAX_ARCHIVE_MB`). */
      maxBytes: z.number(),
    }),
    errors: [],
    limit: 'general',
  }),
  uploadArchive: endpoint({
    method: 'POST',
    path: '/api/archives',
    summary: 'Upload one pack file; a service refers to it in `archiveIds` within a day',
    access: 'user',
    requiresAccountAge: true,
    blockedByAgeRequirement: true,
    body: z.object({}),
    files: { file: archiveFileField },
    status: 201,
    output: z.object({ archive }),
    errors: [
      'picture_refused',
      'file_too_large',
      'file_type',
      'too_many_archives',
      'storage_full',
      'too_many_uploads',
      'storage_unavailable',
    ],
    limit: 'general',
  }),
  removeArchive: endpoint({
    method: 'DELETE',
    path: '/api/archives/:id',
    summary: 'Delete an own file that no service uses',
    access: 'user',
    params: z.object({ id: idInput }),
    status: 204,
    output: null,
    errors: ['archive_not_found'],
    limit: 'general',
  }),
  getOwnPack: endpoint({
    method: 'GET',
    path: '/api/packs/:serviceId',
    summary: 'The pack of an own service',
    access: 'user',
    params: z.object({ serviceId: idInput }),
    status: 200,
    output: pack,
    errors: ['pack_not_found', 'pack_hidden', 'adults_only'],
    limit: 'general',
  }),
  getBoughtPack: endpoint({
    method: 'GET',
    path: '/api/packs/:paymentId/:serviceId',
    summary: 'The pack of an order as it was bought, for its buyer while paid and not refunded',
    access: 'user',
    params: z.object({ paymentId: idInput, serviceId: idInput }),
    status: 200,
    output: pack,
    errors: ['pack_not_found', 'pack_hidden', 'adults_only'],
    limit: 'general',
  }),
  listDownloads: endpoint({
    method: 'GET',
    path: '/api/payments/:id/downloads',
    summary: 'Download log of an order, latest first; for buyer, seller and team',
    access: 'user',
    params: z.object({ id: idInput }),
    status: 200,
    output: z.object({ downloads: z.array(packDownload) }),
    errors: ['order_not_found'],
    limit: 'general',
  }),
};
