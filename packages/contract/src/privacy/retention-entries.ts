import { limits } from '../limits.ts';
import { contentRetentionEntries, type RetentionEntry } from './content-retention-entries.ts';
import type { StoredDataId } from './stored-data.ts';

const { kept } = limits;

/**
 * Retention of all stored data, grouped by the lines of the privacy page. `docs/retention.md` is generated from this
 * table (`npm run settings`). The code does not compile when a line of the page has no entry here, or the reverse.
 */
export const retentionEntries: Readonly<Record<StoredDataId, readonly RetentionEntry[]>> = {
  ...contentRetentionEntries,
  age: [
    {
      ends: 'time',
      what: 'age checks refused',
      where: '`age_checks`',
      howLong: `${kept.declinedAgeCheckDays} day`,
      why: 'the answer is shown once',
      deletedBy: '`age.forget_declined`',
    },
    {
      ends: 'time',
      what: 'age checks begun and never finished',
      where: '`age_checks`',
      howLong: `${kept.openAgeCheckDays} days after the provider's page closed`,
      why: 'the answer may be late',
      deletedBy: '`retention.let_go`',
    },
    {
      ends: 'owner',
      what: 'that a person is over 18, how it was checked and until when',
      where: '`age_checks`, `users.age_verified_until`',
      howLong: 'the account',
    },
    {
      ends: 'owner',
      what: 'that a proof of age is required of a person, and when that ended',
      where: '`users.age_required_at`, `users.age_settled_at`',
      howLong: 'the account',
    },
    {
      ends: 'time',
      what: 'that a proof of age was required when an account was closed, with a keyed hash of its identity',
      where: '`closed_age_requirements`',
      howLong: `${kept.closedAgeRequirementMonths} months; until the same identity signs in, or the team ends it`,
      why: 'closing an account does not end it (Lei 15.211/2025, art. 24)',
      deletedBy: '`retention.let_go`',
    },
  ],
  devices: [
    {
      ends: 'time',
      what: 'devices signed in',
      where: '`sessions`, `session_positions`, `push_subscriptions` with them',
      howLong: `${kept.endedSessionDays} days after they ended`,
      why: 'a sign-in that one did not make can still be found',
      deletedBy: '`retention.let_go`',
    },
  ],
  access: [
    {
      ends: 'time',
      what: 'access records: time, address and port of sign-ins, refreshes, writes and sign-outs, encrypted to a key that is not here',
      where: '`access_record_batches`',
      howLong: `${kept.accessRecordMonths} months, whatever is deleted meanwhile`,
      why: 'Marco Civil, art. 15',
      deletedBy: '`retention.let_go`',
    },
    {
      ends: 'time',
      what: 'the own access records, opened for the copy of data',
      where: '`access_record_copies`',
      howLong: `${kept.accessRecordCopyDays} days; not beyond the account`,
      why: 'to be downloaded',
      deletedBy: '`retention.let_go`',
    },
  ],
  notices: [
    {
      ends: 'time',
      what: 'push subscriptions of browsers that have signed out',
      where: '`push_subscriptions`',
      howLong: '1 day at most',
      why: 'nothing is sent to them',
      deletedBy: '`reach.sweep`',
    },
    {
      ends: 'time',
      what: 'notifications',
      where: '`notifications`, `notification_facts`, `push_deliveries`',
      howLong: `${kept.readNotificationDays} days after they were read, ${kept.unreadNotificationDays} unread`,
      why: 'people look back',
      deletedBy: '`notifications.sweep`',
    },
    {
      ends: 'owner',
      what: 'when mail about missed messages was last sent',
      where: '`missed_mails`',
      howLong: 'the account',
    },
  ],
  cases: [
    {
      ends: 'time',
      what: 'texts of reports, support, feedback, appeals and their answers',
      where: '`cases` (title, message, answer)',
      howLong: `${kept.caseTextYears} years after they were closed; the row stays, without words`,
      why: 'complaints about a decision come within that time; people, subject and outcome belong to the audit log',
      deletedBy: '`retention.let_go`',
    },
    {
      ends: 'time',
      what: 'open cases',
      where: '`cases`',
      howLong: 'until they are decided',
      why: 'a person waits for an answer',
      deletedBy: 'the team',
    },
    {
      ends: 'time',
      what: 'copies of reported content, with its picture; about a minor also account and metadata',
      where: '`report_copies`, and `pictures` with their files',
      howLong: `${limits.evidenceDays} days after the case and any appeal are closed, whatever is deleted meanwhile; what is about a minor six months at least`,
      why: 'the decision must be explained',
      deletedBy: '`retention.let_go`, `pictures.sweep`',
    },
  ],
  decisions: [
    {
      ends: 'never',
      what: 'transparency reports, rounded',
      where: '`transparency_reports`',
      why: 'published; counts that show nobody',
    },
    {
      ends: 'never',
      what: 'what the team decided and did',
      where: '`decisions`, `moderation_actions`',
      why: 'to answer for it; append-only. The beginning of what a decision was about goes with its author’s account',
    },
  ],
  exports: [
    {
      ends: 'time',
      what: 'copies of the own data',
      where: '`data_exports` and their files',
      howLong: `${limits.exportDays} days, the last ${limits.exportsKept}; fewer where these take more than a person may keep`,
      why: 'to be downloaded',
      deletedBy: '`privacy.sweep_exports`',
    },
  ],
  errors: [
    {
      ends: 'time',
      what: 'errors of pages, scrubbed',
      where: '`client_errors`',
      howLong: `${kept.pageErrorDays} days after they were last seen`,
      why: 'to be fixed',
      deletedBy: '`retention.let_go`',
    },
  ],
  visits: [
    {
      ends: 'time',
      what: 'counts of use, of nobody in particular',
      where: '`analytics_counts`',
      howLong: `${kept.visitCountDays} days`,
      why: 'a year can be compared with the one before',
      deletedBy: '`retention.let_go`',
    },
  ],
  marks: [
    {
      ends: 'time',
      what: 'ID tokens that a person signed in with, as hashes',
      where: '`spent_id_tokens`',
      howLong: 'until they end, an hour at most with Google; rows two days at most',
      why: 'none signs in twice',
      deletedBy: '`retention.let_go`',
    },
    {
      ends: 'time',
      what: 'confirmations of who is there, as hashes',
      where: '`confirmations`',
      howLong: `until they are used, ${limits.confirmationMinutes} minutes at most; rows a day at most`,
      why: 'none serves two calls',
      deletedBy: '`retention.let_go`',
    },
    {
      ends: 'time',
      what: 'bytes held for uploads under way',
      where: '`uploads`',
      howLong:
        'until the request is answered; 3 minutes after its node went away, rows a day at most',
      why: 'they keep quotas',
      deletedBy: 'with the request, `retention.let_go`',
    },
    {
      ends: 'time',
      what: 'ids of webhooks that were applied',
      where: '`webhook_events`',
      howLong: `${kept.webhookDays} days`,
      why: 'providers deliver again for days; facts only grow, so a later delivery changes nothing',
      deletedBy: '`retention.let_go`',
    },
    {
      ends: 'time',
      what: 'jobs that were given up',
      where: 'the queue',
      howLong: `${kept.failedJobDays} days`,
      why: 'to be looked into; they hold ids',
      deletedBy: '`retention.let_go`',
    },
  ],
  logs: [],
};
