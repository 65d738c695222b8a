import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/pool.ts';
import type { Ids } from '../../ports/ids.ts';
import { type EvidenceClaim, type EvidenceFacts, toEvidenceContent } from './evidence-content.ts';
import { findEvidenceOfCause, insertEvidence, lockOrderForSealing } from './evidence-store.ts';
import {
  readCalls,
  readConversation,
  readDownloads,
  readOrderFacts,
  readRefunds,
  readReviews,
  readSoldFiles,
  readSteps,
} from './order-facts-queries.ts';

export interface SealEvidenceDeps {
  readonly ids: Pick<Ids, 'uuid'>;
}

/** What to seal: the order, and the dispute or chargeback for which it is sealed. */
export interface SealRequest extends EvidenceClaim {
  readonly paymentId: string;
}

/** A sealed record: its id, and SHA-256 of its content in hexadecimal. */
export interface SealedEvidence {
  readonly id: string;
  readonly sha256: string;
}

async function readFacts(tx: Db, paymentId: string): Promise<EvidenceFacts> {
  const order = await readOrderFacts(tx, paymentId);
  if (!order) throw new Error(`there is no order ${paymentId}`);
  return {
    order,
    files: await readSoldFiles(tx, paymentId),
    steps: await readSteps(tx, paymentId),
    downloads: await readDownloads(tx, paymentId),
    calls: await readCalls(tx, paymentId),
    conversation: await readConversation(tx, paymentId),
    reviews: await readReviews(tx, paymentId),
    refunds: await readRefunds(tx, paymentId),
  };
}

/**
 * Seals what is known about an order in one record, in the caller's transaction: call it where a dispute or chargeback
 * begins, after the step of the order was added, if there is one (`docs/product/evidence.md`). Locks the order. A
 * dispute or chargeback is sealed once: a repeat returns the first record unchanged. Throws for an unknown order.
 */
export async function sealEvidence(
  tx: Db,
  { ids }: SealEvidenceDeps,
  { paymentId, ...claim }: SealRequest,
): Promise<SealedEvidence> {
  const sealedAt = await lockOrderForSealing(tx, paymentId);
  const sealed = await findEvidenceOfCause(tx, claim);
  if (sealed) return { id: sealed.id, sha256: sealed.hash.toString('hex') };
  const built = toEvidenceContent(await readFacts(tx, paymentId), claim, sealedAt);
  const content = JSON.stringify(built);
  const hash = createHash('sha256').update(content).digest();
  const stepHash = built.lastStepHash === null ? null : Buffer.from(built.lastStepHash, 'hex');
  const { cause, causeId } = claim;
  const id = ids.uuid();
  await insertEvidence(tx, { id, paymentId, cause, causeId, content, hash, stepHash, sealedAt });
  return { id, sha256: hash.toString('hex') };
}
