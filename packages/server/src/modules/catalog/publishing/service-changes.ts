import { limits } from '@guilda/contract/limits';
import { type ServiceChanges, serviceTexts } from '@guilda/contract/services/catalog';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { ServiceTableRow } from '../services-table.ts';
import type { ServicePatch } from './owner-store.ts';
import { isAdultCategory } from './service-files.ts';

const packIssue = (message: string) =>
  err('invalid_input', { issues: [{ path: 'archives', message }] });

export const missingImageIssue = { path: 'photoURL', message: serviceTexts.imageMissing };

/**
 * The pack in a request: ids of waiting files (uploaded before, in no pack yet), and the number of files sent with the
 * request.
 */
export interface SentPack {
  /** Ids of files that were uploaded before; undefined when the request does not contain this field. */
  readonly waitingFileIds: readonly string[] | undefined;
  readonly fileCount: number;
}

/**
 * Checks the number of files of a pack. A `media` service needs at least one file; files sent with a `call` service are
 * ignored (`docs/product/packs.md`).
 */
export function checkPackSize(
  type: 'call' | 'media',
  { waitingFileIds: ids = [], fileCount: files }: SentPack,
): Result<void, 'invalid_input'> {
  if (type === 'call') return ok();
  const size = ids.length + files;
  if (size === 0) return packIssue(serviceTexts.archivesMissing);
  if (size <= limits.archives) return ok();
  return packIssue(`Um pacote tem no máximo ${limits.archives} arquivos.`);
}

export interface SentPackAndImage extends SentPack {
  /** Whether the request has an image. */
  readonly hasImage: boolean;
}

/**
 * What a request does to the pack: `keep` leaves the pack unchanged, `empty` removes all its files, `replace` replaces
 * its files by those of the request.
 */
export type PackChange = 'keep' | 'empty' | 'replace';

/** A change of a service, decided from the current state of the service. */
export interface ServiceEdit {
  readonly patch: ServicePatch;
  readonly packChange: PackChange;
  /** Whether the service is for adults after the change. */
  readonly adult: boolean;
  /** Whether the change restricts a service to adults that was open to everybody. */
  readonly becomesAdult: boolean;
}

function decidePackChange(
  currentService: Pick<ServiceTableRow, 'type'>,
  type: 'call' | 'media',
  sentPack: SentPack,
): PackChange {
  if (type === 'call') return currentService.type === 'media' ? 'empty' : 'keep';
  const hasFiles = sentPack.waitingFileIds !== undefined || sentPack.fileCount > 0;
  return hasFiles || currentService.type === 'call' ? 'replace' : 'keep';
}

/**
 * Decides a change of a service. A service that an administrator marked as for adults stays so. Refused when a `media`
 * service would have no files. Refused also when a service leaves the category for adults without a new image, because
 * the old image stays restricted to adults. This holds also for a service that an administrator marked, because the mark
 * may be removed later.
 */
export function decideServiceEdit(
  currentService: Pick<ServiceTableRow, 'type' | 'category' | 'adult' | 'adultByTeam'>,
  changes: ServiceChanges,
  sentFiles: SentPackAndImage,
): Result<ServiceEdit, 'invalid_input'> {
  const { archiveIds: _, ...fields } = changes;
  const { type = currentService.type, category = currentService.category } = fields;
  const packChange = decidePackChange(currentService, type, sentFiles);
  const adult =
    currentService.adultByTeam ||
    (fields.category === undefined ? currentService.adult : isAdultCategory(fields.category));
  const sizeCheck = packChange === 'replace' ? checkPackSize(type, sentFiles) : ok();
  const leavesAdultCategory =
    isAdultCategory(currentService.category) && !isAdultCategory(category);
  const imageIssues = leavesAdultCategory && !sentFiles.hasImage ? [missingImageIssue] : [];
  const issues = [...(sizeCheck.ok ? [] : (sizeCheck.detail?.issues ?? [])), ...imageIssues];
  if (issues.length > 0) return err('invalid_input', { issues });
  const patch = Object.fromEntries(
    Object.entries({ ...fields, adult }).filter(([, value]) => value !== undefined),
  );
  return ok({ patch, packChange, adult, becomesAdult: adult && !currentService.adult });
}
