import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { type EvidenceClaim, type EvidenceData, toEvidenceContent } from './evidence-content.ts';
import {
  readCalls,
  readConversation,
  readDownloads,
  readEvidenceOrder,
  readRefunds,
  readReviews,
  readSoldFiles,
  readSteps,
} from './evidence-queries.ts';
import { findEvidenceOfCause, insertEvidence, lockOrderForSealing } from './evidence-store.ts';

export interface SealEvidenceDeps {
  readonly ids: Pick<Ids, 'uuid'>;
}

/** What to seal: the order, and the dispute or chargeback for which it is sealed. */
export interface SealEvidenceRequest extends EvidenceClaim {
  readonly orderId: string;
}

/** A new record of evidence: its id, and the SHA-256 of its content in hexadecimal. */
export interface SealedEvidence {
  readonly id: string;
  readonly sha256: string;
}

async function readEvidenceData(tx: Db, orderId: string): Promise<EvidenceData> {
  const order = await readEvidenceOrder(tx, orderId);
  if (!order) throw new Error(`there is no order ${orderId}`);
  return {
    order,
    files: await readSoldFiles(tx, orderId),
    steps: await readSteps(tx, orderId),
    downloads: await readDownloads(tx, orderId),
    calls: await readCalls(tx, orderId),
    conversation: await readConversation(tx, orderId),
    reviews: await readReviews(tx, orderId),
    refunds: await readRefunds(tx, orderId),
  };
}

/**
 * Stores the available data about an order with its hash in one record, in the caller's transaction
 * (`docs/product/evidence.md`). Call this function when a dispute or chargeback begins, after its effect on the order's
 * state. Locks the order. A second call for the same dispute or chargeback returns the first record unchanged. Throws
 * for an unknown order.
 */
export async function sealEvidence(
  tx: Db,
  { ids }: SealEvidenceDeps,
  { orderId, ...claim }: SealEvidenceRequest,
): Promise<SealedEvidence> {
  const sealedAt = await lockOrderForSealing(tx, orderId);
  const existingRecord = await findEvidenceOfCause(tx, claim);
  if (existingRecord) return { id: existingRecord.id, sha256: existingRecord.hash.toString('hex') };
  const evidenceContent = toEvidenceContent(await readEvidenceData(tx, orderId), claim, sealedAt);
  const content = JSON.stringify(evidenceContent);
  const hash = createHash('sha256').update(content).digest();
  const stepHash =
    evidenceContent.lastStepHash === null ? null : Buffer.from(evidenceContent.lastStepHash, 'hex');
  const { cause, causeId } = claim;
  const id = ids.uuid();
  await insertEvidence(tx, { id, orderId, cause, causeId, content, hash, stepHash, sealedAt });
  return { id, sha256: hash.toString('hex') };
}
