import { author, verifiedAge } from '../accounts/users.ts';
import { decimal, id, instant } from '../common.ts';
import { z } from '../schema.ts';
import { caseKinds, decisionActions, outcomes, subjectKinds } from './moderation.ts';
import { severities } from './severity.ts';

/** A member of the team; every member is an administrator. */
export const teamMember = z.object({ uid: id, name: z.string() });

/** A person, with the details that the team sees in a case. */
export const moderatedPerson = author.extend({
  privacy: z.enum(['public', 'private']),
  createdAt: instant,
  suspension: z.object({ reason: z.string(), until: instant.nullable() }).nullable(),
  hidden: z.object({ reason: z.string() }).nullable(),
  /** Whether the person must prove an age before selling and buying again. */
  ageRequired: z.boolean(),
  /** The highest age in years that a valid check has proven; null without a valid check. */
  verifiedAge: verifiedAge.nullable(),
  /** Number of upheld reports about the person. */
  reportsUpheld: z.number(),
  /** Number of all reports about the person. */
  reports: z.number(),
  /** Number of decisions about the person that are in force. */
  decisions: z.number(),
  sales: z.number(),
  rating: z.number().nullable(),
});
export type ModeratedPerson = z.infer<typeof moderatedPerson>;

/** The subject of a case in its current state; also returned when the subject is hidden. */
export const subjectView = z.object({
  kind: z.enum(subjectKinds),
  id,
  /** Title of the subject; empty when it has none. */
  title: z.string(),
  text: z.string(),
  /** Short-lived URL of the picture for this reader only, because it may be hidden; null without a picture. */
  photoURL: z.string().nullable(),
  /** Whether the subject is for adults only; its picture then stays blurred until clicked. */
  adult: z.boolean(),
  hidden: z.object({ reason: z.string() }).nullable(),
  /** Whether the author has deleted the subject. */
  gone: z.boolean(),
  /** Path of the subject's page; null when it has none. */
  path: z.string().nullable(),
  createdAt: instant,
});
export type SubjectView = z.infer<typeof subjectView>;

/** The copy of reported content in the state in which it was reported. See `docs/product/evidence.md`. */
export const reportCopy = z.object({
  kind: z.enum(['user', 'service', 'post', 'comment', 'review']),
  id,
  /** Uid of the content's author, or of the account itself. */
  authorId: id,
  /** Title of the content, or name and username of an account; empty when it has none. */
  title: z.string(),
  text: z.string(),
  /** Catchphrase of an account (`effectPhrase` of its profile), or hashtags of a post; null for other kinds. */
  moreText: z.string().nullable(),
  /** Short-lived URL of the picture for this reader only; null without a picture. */
  photoURL: z.string().nullable(),
  createdAt: instant,
  /** SHA-256 of the stored copy in hexadecimal. */
  sha256: z.string(),
  sealedAt: instant,
});
export type ReportCopy = z.infer<typeof reportCopy>;

/** An entry of the audit log; entries are never changed or deleted. */
export const auditLogEntry = z.object({
  id,
  /** The administrator who acted; null for automatic actions, such as hiding after a report about a minor. */
  actor: teamMember.nullable(),
  action: z.string(),
  subject: z.object({ kind: z.string(), id, label: z.string(), path: z.string().nullable() }),
  reason: z.string(),
  /** Code of the case in which the action was taken; null outside of a case. */
  caseCode: z.string().nullable(),
  /** Id of the case in which the action was taken; null outside of a case. */
  caseId: id.nullable(),
  at: instant,
});
export type AuditLogEntry = z.infer<typeof auditLogEntry>;

const caseOrder = z.object({
  id,
  purchaseCode: z.string(),
  productName: z.string(),
  serviceStatus: z.string(),
  price: decimal,
  buyer: author,
  seller: author,
});

/** A case with its context, as the team sees it. */
export const moderationCase = z.object({
  id,
  kind: z.enum(caseKinds),
  code: z.string(),
  severity: z.enum(severities),
  /** Whether the report says that a minor is involved. */
  minor: z.boolean(),
  /** Whether the report says that the reported person is under age. */
  underage: z.boolean(),
  state: z.enum(['open', 'closed']),
  title: z.string(),
  message: z.string(),
  /** The person who wrote the case; null for a case that the server opened by itself. */
  author: moderatedPerson.nullable(),
  /** The reported or appealing person; null for feedback and support. */
  about: moderatedPerson.nullable(),
  subject: subjectView.nullable(),
  order: caseOrder.nullable(),
  /** The decision that an appeal is about. */
  decision: z
    .object({
      action: z.enum(decisionActions),
      reason: z.string(),
      until: instant.nullable(),
      at: instant,
    })
    .nullable(),
  assignee: teamMember.nullable(),
  /**
   * Whether the reader may decide the case. Not allowed: a case that the reader wrote or that is about the reader, and
   * an appeal against the reader's own decision while another team member could decide it.
   */
  mayDecide: z.boolean(),
  outcome: z.enum(outcomes).nullable(),
  /** Text about the outcome for the author of the case; null while the case is open. */
  answer: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
  dueAt: instant,
  /** Other open cases about the same subject; when the case has no subject, about the same person. */
  alike: z.array(z.object({ id, code: z.string(), title: z.string() })),
  /** Facts about the sealed copy of the reported content, without its content; null when the case has none. */
  seal: z
    .object({
      sealedAt: instant,
      /** SHA-256 of the stored copy in hexadecimal. */
      sha256: z.string(),
      /** Who opened the copy or created an authority package from it, newest first. */
      openings: z.array(auditLogEntry),
    })
    .nullable(),
  /** Audit log of the subject and of the person, newest entry first. */
  history: z.array(auditLogEntry),
});
export type ModerationCase = z.infer<typeof moderationCase>;
