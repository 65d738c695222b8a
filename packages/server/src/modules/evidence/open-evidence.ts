import type { Download } from '@guilda/contract/endpoint';
import type { Person } from '../../platform/actor.ts';
import type { AuditLog } from '../../platform/audit-log.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  type EvidenceAccess,
  findEvidence,
  findEvidenceAccess,
  listEvidenceIds,
} from './evidence-store.ts';
import { createEvidenceZip } from './evidence-zip.ts';

export interface OpenEvidenceDeps extends AuditLog<'order'> {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Whether the person may open the evidence as buyer or seller. Neither of them may once one of the two accounts is
 * closed.
 */
const mayOpenAsParty = ({ buyerId, sellerId, isAccountClosed }: EvidenceAccess, { uid }: Person) =>
  !isAccountClosed && (uid === buyerId || uid === sellerId);

const isUninvolvedAdministrator = (
  { buyerId, sellerId }: EvidenceAccess,
  { uid, role }: Person,
): boolean => role === 'admin' && uid !== buyerId && uid !== sellerId;

async function* readRecords({ db }: Database, evidenceIds: readonly string[]) {
  for (const id of evidenceIds) {
    const evidenceRecord = await findEvidence(db, id);
    if (evidenceRecord) yield evidenceRecord;
  }
}

/**
 * The evidence of an order as a zip, for buyer, seller and administrators; each opening by an administrator is written
 * to the audit log. `order_not_found` for anyone else, and when there is no evidence (`docs/product/evidence.md`).
 */
export const openEvidence =
  (deps: OpenEvidenceDeps) =>
  async (actor: Person, orderId: string): Promise<Result<Download, 'order_not_found'>> => {
    const { database, clock, recordAuditEntry } = deps;
    const access = await findEvidenceAccess(database.db, orderId);
    if (!access) return err('order_not_found');
    const isTeam = isUninvolvedAdministrator(access, actor);
    if (!isTeam && !mayOpenAsParty(access, actor)) return err('order_not_found');
    if (isTeam) {
      await database.transaction((tx) =>
        recordAuditEntry(tx, {
          actorId: actor.uid,
          action: 'open_evidence',
          subject: { kind: 'order', id: orderId },
          reason: 'Abriu as provas do pedido.',
        }),
      );
    }
    const ids = await listEvidenceIds(database.db, orderId);
    return ok({
      filename: `provas-${access.purchaseCode}.zip`,
      body: createEvidenceZip(readRecords(database, ids), clock.now()),
    });
  };
