import { decimal, id, idInput, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { caseKinds, decisionActions, outcomes, subjectKinds } from './moderation.ts';
import { z } from './schema.ts';
import { requiredText } from './text.ts';
import { author } from './users.ts';

/** What waits for the team: cases, and money that somebody has to move. */
export const queueKinds = [...caseKinds, 'withdrawal', 'refund'] as const;
export type QueueKind = (typeof queueKinds)[number];

/** How much something presses, the most first. */
export const severities = ['urgent', 'high', 'normal', 'low'] as const;
export type Severity = (typeof severities)[number];

/** Hours in which something of that severity is to be decided. */
export const deskHours = { urgent: 4, high: 24, normal: 72, low: 168 } as const satisfies Record<
  Severity,
  number
>;

export const queueStates = ['open', 'mine', 'closed'] as const;

const colleague = z.object({ uid: id, name: z.string() });

/** One line of the queue. */
export const queueItem = z.object({
  /** Of the case, the withdrawal or the refund. */
  id,
  kind: z.enum(queueKinds),
  severity: z.enum(severities),
  /** What people call it by, such as `DEN-0418`. */
  code: z.string(),
  title: z.string(),
  /** Whom it is about, or who asks; null where there is nobody any more. */
  person: author.nullable(),
  /** Of money that waits. */
  amount: decimal.nullable(),
  /** Who of the team has taken it. */
  assignee: colleague.nullable(),
  state: z.enum(['open', 'closed']),
  createdAt: instant,
  dueAt: instant,
});
export type QueueItem = z.infer<typeof queueItem>;

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

/**
 * What the team can do. `hide` and `restore`: user, service, post, comment, review. `blur` and
 * `unblur` (for adults alone): service, post. `warn`, `suspend`, `lift`: user. `refund`: order.
 * `ban_picture`: the picture of a user, service or post cannot be uploaded again, by anyone.
 */
export const teamActions = [
  'hide',
  'restore',
  'blur',
  'unblur',
  'warn',
  'suspend',
  'lift',
  'refund',
  'ban_picture',
] as const;
export type TeamAction = (typeof teamActions)[number];

const reason = requiredText(limits.moderationReason, 'Motivo obrigatório');

/** Of `suspend`: whole days; absent for good. */
const days = z
  .number({ error: errors.invalid_parameter.text })
  .int(errors.invalid_parameter.text)
  .min(1, errors.invalid_parameter.text)
  .max(limits.suspensionDays, errors.invalid_parameter.text)
  .optional();

const verdictAction = z.strictObject({
  action: z.enum(teamActions, { error: errors.invalid_parameter.text }),
  /** `subject`: what the case is about (its order, or the person where it is about nothing else). */
  on: z.enum(['subject', 'person'], { error: errors.invalid_parameter.text }).default('subject'),
  days,
});

const verdictFields = {
  /** Reports: upheld or dismissed; appeals: granted or denied; support: answered; feedback: useful or noted. */
  outcome: z.enum(outcomes, { error: errors.invalid_parameter.text }),
  /** What people concerned read. */
  reason,
  actions: z.array(verdictAction).max(8, errors.invalid_parameter.text).default([]),
};

export const verdict = z.strictObject(verdictFields);
export type Verdict = z.output<typeof verdict>;

const verdicts = z.strictObject({
  ids: z
    .array(idInput)
    .min(1, errors.invalid_parameter.text)
    .max(limits.bulkCases, errors.invalid_parameter.text),
  ...verdictFields,
});

const caseParams = z.object({ id: idInput });

export const deskEndpoints = {
  listQueue: endpoint({
    method: 'GET',
    path: '/api/admin/queue',
    summary: 'What waits for the team: by severity, then the oldest first; closed: the last first',
    access: 'admin',
    query: pageQuery.extend({
      kind: z.enum(queueKinds, { error: errors.invalid_parameter.text }).optional(),
      state: z.enum(queueStates, { error: errors.invalid_parameter.text }).default('open'),
    }),
    status: 200,
    output: z.object({
      items: z.array(queueItem),
      /** How many of each kind are open. */
      open: z.record(z.enum(queueKinds), z.number()),
      /** How many of all that is open are urgent, or late. */
      urgent: z.number(),
      nextCursor,
    }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  getCase: endpoint({
    method: 'GET',
    path: '/api/admin/cases/:id',
    summary:
      'A case with what it is about, who is concerned and what was done before; no report about oneself',
    access: 'admin',
    params: caseParams,
    status: 200,
    output: z.object({ case: deskCase }),
    errors: ['case_not_found', 'forbidden'],
    limit: 'general',
  }),
  takeCase: endpoint({
    method: 'PUT',
    path: '/api/admin/cases/:id/assignee',
    summary: 'Take a case; from a colleague too, while it is open',
    access: 'admin',
    params: caseParams,
    status: 204,
    output: null,
    errors: ['case_not_found', 'case_decided', 'forbidden'],
    limit: 'general',
  }),
  releaseCase: endpoint({
    method: 'DELETE',
    path: '/api/admin/cases/:id/assignee',
    summary: 'Give a case back to the queue',
    access: 'admin',
    params: caseParams,
    status: 204,
    output: null,
    errors: ['case_not_found', 'case_decided', 'forbidden'],
    limit: 'general',
  }),
  decideCase: endpoint({
    method: 'POST',
    path: '/api/admin/cases/:id/decision',
    summary: 'Decide a case, once, with its actions; never one that concerns oneself',
    access: 'admin',
    params: caseParams,
    body: verdict,
    status: 200,
    output: z.object({ case: deskCase }),
    errors: [
      'case_not_found',
      'case_decided',
      'forbidden',
      'last_admin',
      'action_impossible',
      'order_wrong_status',
      'payment_processed',
    ],
    limit: 'general',
  }),
  decideCases: endpoint({
    method: 'POST',
    path: '/api/admin/cases/decisions',
    summary: 'Decide several cases alike; each for itself, one refusal holds no other back',
    access: 'admin',
    body: verdicts,
    status: 200,
    output: z.object({
      results: z.array(z.object({ id, ok: z.boolean(), code: z.string().nullable() })),
    }),
    errors: [],
    limit: 'general',
  }),
  listActions: endpoint({
    method: 'GET',
    path: '/api/admin/actions',
    summary: 'The log of what the team did, the last first',
    access: 'admin',
    query: pageQuery.extend({ actor: idInput.optional(), subject: idInput.optional() }),
    status: 200,
    output: z.object({ actions: z.array(loggedAction), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
};

/** What the team does outside any case, from where it stands. */
export const enforcementEndpoints = {
  getSubject: endpoint({
    method: 'GET',
    path: '/api/admin/subjects/:kind/:id',
    summary: 'Something as it stands now, hidden or not, and whose it is; nothing of oneself',
    access: 'admin',
    params: z.object({
      kind: z.enum(subjectKinds, { error: errors.invalid_parameter.text }),
      id: idInput,
    }),
    status: 200,
    output: z.object({
      subject: subjectView,
      /** Whom deeds about it concern; null where the account is closed. */
      person: teamPerson.nullable(),
    }),
    errors: ['not_found', 'forbidden'],
    limit: 'general',
  }),
  act: endpoint({
    method: 'POST',
    path: '/api/admin/actions',
    summary: 'Do something to a person, a service, a post, a comment, a review or an order',
    access: 'admin',
    body: z.strictObject({
      action: z.enum(teamActions, { error: errors.invalid_parameter.text }),
      subject: z.strictObject({
        kind: z.enum(subjectKinds, { error: errors.invalid_parameter.text }),
        id: idInput,
      }),
      reason,
      days,
    }),
    status: 204,
    output: null,
    errors: [
      'not_found',
      'forbidden',
      'last_admin',
      'action_impossible',
      'order_wrong_status',
      'payment_processed',
    ],
    limit: 'general',
  }),
};
