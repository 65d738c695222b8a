import type { Database } from '../../../platform/database/pool.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';
import type { Mailer } from '../../../ports/mailer.ts';
import { readCaseDetails } from '../cases/case-store.ts';
import { type CaseMailOptions, caseMail } from './case-mail.ts';
import { decisionMail } from './decision-mail.ts';
import { readDecisionMail, readLiftedMail } from './decision-mail-store.ts';
import { liftedMail } from './lifted-mail.ts';
import { outcomeMail } from './outcome-mail.ts';
import { receiptMail } from './receipt-mail.ts';

/** Mail jobs of moderation. The queue stores the job names, so a name must not change. */
export type ModerationMailTasks = {
  /** Mails a new case to the team. */
  readonly 'moderation.mail_case': { readonly caseId: string };
  /** Mails the case code of a new report, feedback or support request to its author. */
  readonly 'moderation.mail_receipt': { readonly caseId: string };
  /** Mails a decision to the person concerned. */
  readonly 'moderation.mail_decision': { readonly decisionId: string };
  /** Mails the end of a suspension to the person concerned. */
  readonly 'moderation.mail_lifted': { readonly decisionId: string };
  /** Mails the outcome of a support request or an appeal to its author. */
  readonly 'moderation.mail_outcome': { readonly caseId: string };
};

export interface ModerationMailTaskDeps extends CaseMailOptions {
  readonly database: Pick<Database, 'db'>;
  readonly mailer: Mailer;
}

/**
 * The functions that run the mail jobs. A job that runs twice sends a mail with the same id, which the mailer sends
 * once. The address is read when the job runs; for a closed account no mail is sent.
 */
export function moderationMailTasks(
  deps: ModerationMailTaskDeps,
): TaskRunners<ModerationMailTasks> {
  const { database, mailer } = deps;
  return {
    'moderation.mail_case': async ({ caseId }) => {
      const caseDetails = await readCaseDetails(database.db, caseId);
      if (caseDetails) await mailer.send(await caseMail(caseDetails, deps));
    },
    'moderation.mail_receipt': async ({ caseId }) => {
      const caseDetails = await readCaseDetails(database.db, caseId);
      const mail = caseDetails && (await receiptMail(caseDetails, deps));
      if (mail) await mailer.send(mail);
    },
    'moderation.mail_decision': async ({ decisionId }) => {
      const mailData = await readDecisionMail(database.db, decisionId);
      if (!mailData?.email) return;
      await mailer.send(await decisionMail(mailData.decision, mailData.email, deps));
    },
    'moderation.mail_lifted': async ({ decisionId }) => {
      const mailData = await readLiftedMail(database.db, decisionId);
      if (!mailData?.email) return;
      await mailer.send(await liftedMail(mailData.decision, mailData.email, deps));
    },
    'moderation.mail_outcome': async ({ caseId }) => {
      const caseDetails = await readCaseDetails(database.db, caseId);
      const mail = caseDetails && (await outcomeMail(caseDetails, deps));
      if (mail) await mailer.send(mail);
    },
  };
}
