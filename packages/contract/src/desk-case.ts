import { decimal, id, instant } from './common.ts';
import { caseKinds, decisionActions, outcomes, subjectKinds } from './moderation.ts';
import { z } from './schema.ts';
import { severities } from './severity.ts';
import { author } from './users.ts';

/** Somebody of the team. */
export const colleague = z.object({ uid: id, name: z.string() });

/** A person as the team sees them beside a case. */
export const teamPerson = author.extend({
  privacy: z.enum(['public', 'private']),
  createdAt: instant,
  suspension: z.object({ reason: z.string(), until: instant.nullable() }).nullable(),
  hidden: z.object({ reason: z.string() }).nullable(),
  /** Reports about them that were upheld, and all of them. */
  reportsUpheld: z.number(),
  reports: z.number(),
  /** What the team decided about them and still stands. */
  decisions: z.number(),
  sales: z.number(),
  rating: z.number().nullable(),
});
export type TeamPerson = z.infer<typeof teamPerson>;

/** What a case is about, as it stands now, hidden things included. */
export const subjectView = z.object({
  kind: z.enum(subjectKinds),
  id,
  /** Empty where it has none. */
  title: z.string(),
  text: z.string(),
  /** For the reader of this answer alone, and for minutes: the picture may be hidden. */
  photoURL: z.string().nullable(),
  /** For adults alone: it stays blurred until it is clicked. */
  adult: z.boolean(),
  hidden: z.object({ reason: z.string() }).nullable(),
  /** Deleted by its author meanwhile. */
  gone: z.boolean(),
  /** Its page; null where it has none. */
  path: z.string().nullable(),
  createdAt: instant,
});
export type SubjectView = z.infer<typeof subjectView>;

/** One line of the log of what the team did (`product §9`): never changed, never erased. */
export const loggedAction = z.object({
  id,
  /** Null where the product did it by itself, such as at a report about a minor. */
  actor: colleague.nullable(),
  action: z.string(),
  subject: z.object({ kind: z.string(), id, label: z.string(), path: z.string().nullable() }),
  reason: z.string(),
  /** `DEN-0418`, where it was done in a case. */
  caseCode: z.string().nullable(),
  /** Of that case. */
  caseId: id.nullable(),
  at: instant,
});
export type LoggedAction = z.infer<typeof loggedAction>;

const caseOrder = z.object({
  id,
  purchaseCode: z.string(),
  productName: z.string(),
  serviceStatus: z.string(),
  price: decimal,
  buyer: author,
  seller: author,
});

/** A case in its context. */
export const deskCase = z.object({
  id,
  kind: z.enum(caseKinds),
  code: z.string(),
  severity: z.enum(severities),
  /** Somebody says that a minor is involved. */
  minor: z.boolean(),
  state: z.enum(['open', 'closed']),
  title: z.string(),
  message: z.string(),
  author: teamPerson,
  /** The reported person, or the one who appeals; null in feedback and support. */
  about: teamPerson.nullable(),
  subject: subjectView.nullable(),
  order: caseOrder.nullable(),
  /** Of an appeal: what was decided. */
  decision: z
    .object({
      action: z.enum(decisionActions),
      reason: z.string(),
      until: instant.nullable(),
      at: instant,
    })
    .nullable(),
  assignee: colleague.nullable(),
  /**
   * Whether the reader may decide it: not what they wrote or what is about them, nor an appeal against
   * what they decided while somebody else of the team could look at it.
   */
  mayDecide: z.boolean(),
  outcome: z.enum(outcomes).nullable(),
  /** What its author reads of the outcome. */
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
  dueAt: instant,
  /** Other open cases about the same thing or, without one, the same person. */
  alike: z.array(z.object({ id, code: z.string(), title: z.string() })),
  /** What the team did with the subject and the person, the last first. */
  history: z.array(loggedAction),
});
export type DeskCase = z.infer<typeof deskCase>;
