import type { EvidenceCause } from '@guilda/contract/evidence';
import { limits } from '@guilda/contract/limits';

/** The first field of every sealed record; it changes with the form of the record. */
export const EVIDENCE_FORMAT = 'guilda-evidence-2';

// All times are text in UTC with microseconds, all amounts decimal text, all hashes hexadecimal.

type Party = 'buyer' | 'seller';

interface PersonFacts {
  readonly uid: string;
  readonly username: string;
  /** Display name; null without one. */
  readonly name: string | null;
}

/** An order, its two people and the service as it was sold. */
export interface OrderFacts {
  readonly id: string;
  readonly purchaseCode: string;
  readonly status: string;
  readonly buyer: PersonFacts;
  readonly seller: PersonFacts;
  readonly price: string;
  readonly amountPaid: string | null;
  readonly amountRefunded: string;
  readonly provider: string | null;
  readonly providerPaymentId: string | null;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly startedAt: string | null;
  /** When the buyer first got bytes of the pack. */
  readonly packOpenedAt: string | null;
  readonly endedAt: string | null;
  readonly endedBy: Party | null;
  readonly serviceId: string;
  readonly title: string;
  /** Description and category; null in orders of versions that did not keep them. */
  readonly description: string | null;
  readonly category: string | null;
  readonly type: 'call' | 'media';
}

export interface SoldFileFacts {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 of the file; null where it is not known. */
  readonly sha256: string | null;
}

export interface StepFacts {
  readonly id: string;
  readonly seq: number | null;
  readonly status: string;
  readonly by: string;
  readonly actorId: string | null;
  readonly at: string;
  readonly prevHash: string | null;
  readonly hash: string | null;
}

/** What was sent of one file on one day; `fileId` and `file` are null for the zip of all files. */
export interface DownloadFacts {
  readonly fileId: string | null;
  readonly file: string | null;
  readonly kind: 'view' | 'preview' | 'file' | 'zip';
  readonly day: string;
  readonly requests: number;
  /** Requests answered by the storage, whose bytes are not in `bytes`. */
  readonly redirects: number;
  readonly bytes: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

export interface CallFacts {
  readonly id: string;
  readonly from: Party;
  readonly rangAt: string;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  readonly outcome: string | null;
  /** Seconds in the room; null where Discord told nothing. */
  readonly buyerSeconds: number | null;
  readonly sellerSeconds: number | null;
}

export interface ConversationFacts {
  /** Number of messages since the checkout. */
  readonly total: number;
  readonly messages: readonly {
    readonly id: string;
    readonly from: Party;
    readonly sentAt: string;
    /** Whether the product wrote the message in the sender's name; missing in records of the form 1. */
    readonly system?: boolean;
    readonly text: string;
  }[];
}

export interface ReviewFacts {
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

export interface RefundFacts {
  readonly id: string;
  readonly amount: string;
  readonly reason: string;
  readonly status: string;
  readonly providerRefundId: string | null;
  readonly createdAt: string;
}

/** Everything that was read about an order. Lists with a limit have one row more when there is more. */
export interface EvidenceFacts {
  readonly order: OrderFacts;
  readonly files: readonly SoldFileFacts[];
  readonly steps: readonly StepFacts[];
  readonly downloads: readonly DownloadFacts[];
  readonly calls: readonly CallFacts[];
  readonly conversation: ConversationFacts;
  readonly reviews: readonly ReviewFacts[];
  readonly refunds: readonly RefundFacts[];
}

/** What a record is sealed for. */
export interface EvidenceClaim {
  readonly cause: EvidenceCause;
  readonly causeId: string;
  /** What the buyer said; absent where there are no words of the buyer. */
  readonly reason?: string | undefined;
  readonly description?: string | undefined;
}

/** A list of which only the newest rows are kept, oldest first. */
function cutList<T>(rows: readonly T[], limit: number) {
  return {
    limit,
    truncated: rows.length > limit,
    items: rows.slice(0, limit).toReversed(),
  };
}

function toService({ order, files }: EvidenceFacts) {
  const { serviceId: id, title, description, price, type, category } = order;
  return { id, title, description, price, type, category, files };
}

function toOrder({ order }: EvidenceFacts) {
  const { serviceId, title, description, category, type, ...rest } = order;
  return rest;
}

/**
 * A sealed record in the form in which it is stored, hashed and given out (`docs/product/evidence.md`).
 * @param sealedAt time of sealing in UTC with microseconds
 */
export function toEvidenceContent(facts: EvidenceFacts, claim: EvidenceClaim, sealedAt: string) {
  const { steps, conversation, reviews, refunds } = facts;
  const last = steps.findLast(({ hash }) => hash !== null);
  return {
    format: EVIDENCE_FORMAT,
    sealedAt,
    cause: {
      kind: claim.cause,
      id: claim.causeId,
      reason: claim.reason ?? null,
      description: claim.description ?? null,
    },
    order: toOrder(facts),
    service: toService(facts),
    steps,
    lastStepHash: last?.hash ?? null,
    downloads: cutList(facts.downloads, limits.evidenceFacts),
    calls: cutList(facts.calls, limits.evidenceFacts),
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
