import { limits } from '@guilda/contract/limits';
import type { EvidenceCause } from '@guilda/contract/orders/evidence';

/** Name of the format, the first field of every record of evidence; a new format gets a new name. */
export const EVIDENCE_FORMAT = 'guilda-evidence-2';

// In the types of this file all times are text in UTC with microseconds, all amounts are decimal text and all hashes
// are hexadecimal.

type OrderParty = 'buyer' | 'seller';

interface EvidencePerson {
  readonly uid: string;
  readonly username: string;
  /** Display name; null when the person has none. */
  readonly name: string | null;
}

/** An order with buyer and seller and the service as it was sold. */
export interface EvidenceOrder {
  readonly id: string;
  readonly purchaseCode: string;
  readonly status: string;
  readonly buyer: EvidencePerson;
  readonly seller: EvidencePerson;
  readonly price: string;
  readonly amountPaid: string | null;
  readonly amountRefunded: string;
  readonly provider: string | null;
  readonly providerPaymentId: string | null;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly startedAt: string | null;
  /** When the buyer first received bytes of the pack; null before that. */
  readonly packOpenedAt: string | null;
  readonly endedAt: string | null;
  readonly endedBy: OrderParty | null;
  readonly serviceId: string;
  readonly title: string;
  /** Description of the service; null in orders placed before descriptions were stored. */
  readonly description: string | null;
  /** Category of the service; null in orders placed before categories were stored. */
  readonly category: string | null;
  readonly type: 'call' | 'media';
}

export interface EvidenceFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 of the file; null when it was not computed. */
  readonly sha256: string | null;
}

export interface EvidenceStep {
  readonly id: string;
  readonly seq: number | null;
  readonly status: string;
  readonly by: string;
  readonly actorId: string | null;
  readonly at: string;
  readonly prevHash: string | null;
  readonly hash: string | null;
}

/** How much of one file was sent on one day; `fileId` and `file` are null for the zip of the whole pack. */
export interface EvidenceDownload {
  readonly fileId: string | null;
  readonly file: string | null;
  readonly kind: 'view' | 'preview' | 'file' | 'zip';
  readonly day: string;
  readonly requests: number;
  /** Number of requests that were redirected to the file storage; their bytes are not counted in `bytes`. */
  readonly redirects: number;
  readonly bytes: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

export interface EvidenceCall {
  readonly id: string;
  readonly from: OrderParty;
  readonly rangAt: string;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  readonly outcome: string | null;
  /** Seconds that the buyer was in the room; null when Discord reported nothing. */
  readonly buyerSeconds: number | null;
  /** Seconds that the seller was in the room; null when Discord reported nothing. */
  readonly sellerSeconds: number | null;
}

export interface EvidenceConversation {
  /** Number of messages since the checkout. */
  readonly total: number;
  readonly messages: readonly {
    readonly id: string;
    readonly from: OrderParty;
    readonly sentAt: string;
    /** Whether Guilda wrote the message in the sender's name; missing in records of format 1. */
    readonly system?: boolean;
    readonly text: string;
  }[];
}

export interface EvidenceReview {
  readonly id: string;
  readonly rating: number;
  readonly recommend: boolean;
  readonly title: string;
  readonly description: string;
  readonly createdAt: string;
  readonly answer: string | null;
  readonly answeredAt: string | null;
  readonly hidden: boolean;
}

export interface EvidenceRefund {
  readonly id: string;
  readonly amount: string;
  readonly reason: string;
  readonly status: string;
  readonly providerRefundId: string | null;
  readonly createdAt: string;
}

/**
 * All data about an order, as read from the database. `downloads` and `calls` are cut to one row more than their limit,
 * so that the additional row shows that the list is incomplete.
 */
export interface EvidenceData {
  readonly order: EvidenceOrder;
  readonly files: readonly EvidenceFile[];
  readonly steps: readonly EvidenceStep[];
  readonly downloads: readonly EvidenceDownload[];
  readonly calls: readonly EvidenceCall[];
  readonly conversation: EvidenceConversation;
  readonly reviews: readonly EvidenceReview[];
  readonly refunds: readonly EvidenceRefund[];
}

/** The dispute or chargeback for which the evidence is sealed. */
export interface EvidenceClaim {
  readonly cause: EvidenceCause;
  readonly causeId: string;
  /** The buyer's reason for a dispute; absent for a chargeback. */
  readonly reason?: string | undefined;
  /** The buyer's description of the problem; absent for a chargeback. */
  readonly description?: string | undefined;
}

/**
 * The newest `limit` of the rows, oldest first; `rows` are given newest first. `truncated` says whether older rows were
 * left out.
 */
function limitList<T>(rows: readonly T[], limit: number) {
  return {
    limit,
    truncated: rows.length > limit,
    items: rows.slice(0, limit).toReversed(),
  };
}

function toService({ order, files }: EvidenceData) {
  const { serviceId: id, title, description, price, type, category } = order;
  return { id, title, description, price, type, category, files };
}

function toOrder({ order }: EvidenceData) {
  const { serviceId, title, description, category, type, ...rest } = order;
  return rest;
}

/**
 * A record of evidence in the form in which it is stored, hashed and handed out (`docs/product/evidence.md`).
 * @param sealedAt time of sealing in UTC with microseconds
 */
export function toEvidenceContent(
  evidenceData: EvidenceData,
  claim: EvidenceClaim,
  sealedAt: string,
) {
  const { steps, conversation, reviews, refunds } = evidenceData;
  const lastHashedStep = steps.findLast(({ hash }) => hash !== null);
  return {
    format: EVIDENCE_FORMAT,
    sealedAt,
    cause: {
      kind: claim.cause,
      id: claim.causeId,
      reason: claim.reason ?? null,
      description: claim.description ?? null,
    },
    order: toOrder(evidenceData),
    service: toService(evidenceData),
    steps,
    lastStepHash: lastHashedStep?.hash ?? null,
    downloads: limitList(evidenceData.downloads, limits.evidenceFacts),
    calls: limitList(evidenceData.calls, limits.evidenceFacts),
    conversation: {
      limit: limits.evidenceMessages,
      truncated: conversation.total > conversation.messages.length,
      total: conversation.total,
      items: conversation.messages,
    },
    reviews,
    refunds,
  };
}

export type EvidenceContent = ReturnType<typeof toEvidenceContent>;
