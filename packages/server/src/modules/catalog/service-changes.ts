import { type ServiceChanges, serviceTexts } from '@guilda/contract/catalog';
import { limits } from '@guilda/contract/limits';
import { err, ok, type Result } from '../../platform/result.ts';
import type { ServicePatch } from './owner-store.ts';
import { isAdultCategory } from './service-files.ts';
import type { ServiceTableRow } from './services-table.ts';

const archivesIssue = (message: string) =>
  err('invalid_input', { issues: [{ path: 'archives', message }] });

/** The image is missing. */
export const imageIssue = { path: 'photoURL', message: serviceTexts.imageMissing };

/** What a request says of the pack: ids of files sent beforehand, and files of its own. */
export interface SentPack {
  /** Undefined when the field is absent. */
  readonly ids: readonly string[] | undefined;
  readonly files: number;
}

/**
 * Whether a pack of this size may be asked for (`spec §5`, `product §4`): one of `media` has a file
 * at least; what is sent with a call counts for nothing.
 */
export function checkPack(
  type: 'call' | 'media',
  { ids = [], files }: SentPack,
): Result<void, 'invalid_input'> {
  if (type === 'call') return ok();
  const size = ids.length + files;
  if (size === 0) return archivesIssue(serviceTexts.archivesMissing);
  if (size <= limits.archives) return ok();
  return archivesIssue(`Um pacote tem no máximo ${limits.archives} arquivos.`);
}

/** What a request sends of a service beside its texts. */
export interface Sent extends SentPack {
  /** Whether an image came. */
  readonly image: boolean;
}

/** What becomes of the pack: it stays, it empties, or it is what the request says. */
export type PackChange = 'stays' | 'goes' | 'given';

/** A change of a service, decided on the service as it stands. */
export interface ServiceEdit {
  readonly patch: ServicePatch;
  readonly pack: PackChange;
  /** The service is for adults from now on. */
  readonly adult: boolean;
  /** It was not so before. */
  readonly becomesAdult: boolean;
}

function packChange(
  before: Pick<ServiceTableRow, 'type'>,
  type: 'call' | 'media',
  sent: SentPack,
): PackChange {
  if (type === 'call') return before.type === 'media' ? 'goes' : 'stays';
  const given = sent.ids !== undefined || sent.files > 0;
  return given || before.type === 'call' ? 'given' : 'stays';
}

/**
 * Decides a change; what the team has made one for adults stays so. Refused when a service for media
 * would be without files, or when one leaves what is for adults without a new image: the old one stays
 * closed (`product §9`).
 */
export function decideEdit(
  before: Pick<ServiceTableRow, 'type' | 'category' | 'adult' | 'adultByTeam'>,
  changes: ServiceChanges,
  sent: Sent,
): Result<ServiceEdit, 'invalid_input'> {
  const { archiveIds: _, ...fields } = changes;
  const type = fields.type ?? before.type;
  const pack = packChange(before, type, sent);
  const adult =
    before.adultByTeam ||
    (fields.category === undefined ? before.adult : isAdultCategory(fields.category));
  const checked = pack === 'given' ? checkPack(type, sent) : ok();
  const image = before.adult && !adult && !sent.image ? [imageIssue] : [];
  const issues = [...(checked.ok ? [] : (checked.detail?.issues ?? [])), ...image];
  if (issues.length > 0) return err('invalid_input', { issues });
  const patch = Object.fromEntries(
    Object.entries({ ...fields, adult }).filter(([, value]) => value !== undefined),
  );
  return ok({ patch, pack, adult, becomesAdult: adult && !before.adult });
}
