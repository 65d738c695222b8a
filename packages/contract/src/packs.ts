import { archiveKind, service } from './catalog.ts';
import { id, idInput, instant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';

/** Media types of a pack's files, decided by their content (`product §4`). */
export const archiveTypes = ['image/jpeg', 'image/png', 'image/gif', 'video/mp4'] as const;
export const archiveType = z.enum(archiveTypes);
export type ArchiveType = z.infer<typeof archiveType>;

/** A file that was sent and waits for the service that takes it, or belongs to one. */
export const archive = z.object({
  id,
  /** As its owner named it, without what no file name may hold. */
  name: z.string(),
  type: archiveType,
  kind: archiveKind,
  /** Bytes. */
  size: z.number(),
});
export type Archive = z.infer<typeof archive>;

/**
 * A file of a pack. The addresses carry their own right and end within five minutes
 * (`product §12`): `url` shows the file and supports Range, `downloadUrl` saves it, `previewUrl` is
 * a small picture of an image.
 */
export const packFile = archive.extend({
  url: z.string(),
  downloadUrl: z.string(),
  previewUrl: z.string().nullable(),
  /** Pixels, of images. */
  width: z.number().nullable(),
  height: z.number().nullable(),
});
export type PackFile = z.infer<typeof packFile>;

/** A pack as its owner or buyer opens it. `zipUrl` saves all of it; the addresses end at `expiresAt`. */
export const pack = z.object({
  service,
  files: z.array(packFile),
  zipUrl: z.string(),
  expiresAt: instant,
});
export type Pack = z.infer<typeof pack>;

/** A line of an order's download log: what its buyer opened or saved, how often and when. */
export const packDownload = z.object({
  /** Null for the zip of all files. */
  archiveId: id.nullable(),
  name: z.string(),
  kind: z.enum(['view', 'file', 'zip']),
  count: z.number(),
  firstAt: instant,
  lastAt: instant,
});
export type PackDownload = z.infer<typeof packDownload>;

export const archiveFile = {
  kind: 'archive',
  maxBytes: limits.archiveBytes,
  maxCount: 1,
  required: 'Envie um arquivo.',
} as const;

export const packEndpoints = {
  listArchives: endpoint({
    method: 'GET',
    path: '/api/archives',
    summary: 'The own files that wait for a service, oldest first, and how large one may be',
    access: 'user',
    status: 200,
    output: z.object({
      archives: z.array(archive),
      /** Bytes of one file, by `MAX_ARCHIVE_MB`. */
      maxBytes: z.number(),
    }),
    errors: [],
    limit: 'general',
  }),
  uploadArchive: endpoint({
    method: 'POST',
    path: '/api/archives',
    summary: 'Send one file of a pack; a service takes it by its id in `archiveIds` within a day',
    access: 'user',
    body: z.object({}),
    files: { file: archiveFile },
    status: 201,
    output: z.object({ archive }),
    errors: [
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
    summary: 'Throw away an own file that no service has taken',
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
    errors: ['pack_not_found', 'adults_only'],
    limit: 'general',
  }),
  getBoughtPack: endpoint({
    method: 'GET',
    path: '/api/packs/:paymentId/:serviceId',
    summary: 'The pack of a purchase as it was bought: for its buyer, paid and not refunded',
    access: 'user',
    params: z.object({ paymentId: idInput, serviceId: idInput }),
    status: 200,
    output: pack,
    errors: ['pack_not_found', 'adults_only'],
    limit: 'general',
  }),
  listDownloads: endpoint({
    method: 'GET',
    path: '/api/payments/:id/downloads',
    summary: 'What the buyer of a pack opened and saved, latest first; for buyer, seller and team',
    access: 'user',
    params: z.object({ id: idInput }),
    status: 200,
    output: z.object({ downloads: z.array(packDownload) }),
    errors: ['order_not_found'],
    limit: 'general',
  }),
};
