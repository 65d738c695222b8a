import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { type CaseMailOptions, caseMail } from './case-mail.ts';
import { readCase } from './case-store.ts';
import { decisionMail, readDecisionMail } from './decision-mail.ts';
import { liftedMail, readLiftedMail } from './lifted-mail.ts';
import { outcomeMail } from './outcome-mail.ts';

/** The background work of this module. */
export type ModerationTasks = {
  /** Tells the team of a case by e-mail. */
  readonly 'moderation.mail_case': { readonly caseId: string };
  /** Tells the person concerned of a decision. */
  readonly 'moderation.mail_decision': { readonly decisionId: string };
  /** Tells the person concerned that their suspension is over. */
  readonly 'moderation.mail_lifted': { readonly decisionId: string };
  /** Tells whoever asked for support or appealed what came of it. */
  readonly 'moderation.mail_outcome': { readonly caseId: string };
};

export interface ModerationTaskDeps extends CaseMailOptions {
  readonly database: Pick<Database, 'db'>;
  readonly mailer: Mailer;
}

/**
 * Running twice sends the same mail under the same id, which counts as one. Addresses are those of
 * the accounts at that moment; a closed one has none.
 */
export function moderationTasks(deps: ModerationTaskDeps): TaskRunners<ModerationTasks> {
  const { database, mailer, publicUrl } = deps;
  return {
    'moderation.mail_case': async ({ caseId }) => {
      const reading = await readCase(database.db, caseId);
      if (reading) await mailer.send(await caseMail(reading, deps));
    },
    'moderation.mail_decision': async ({ decisionId }) => {
      const reading = await readDecisionMail(database.db, decisionId);
      if (!reading?.email) return;
      await mailer.send(await decisionMail(reading.decision, reading.email, publicUrl));
    },
    'moderation.mail_lifted': async ({ decisionId }) => {
      const reading = await readLiftedMail(database.db, decisionId);
      if (!reading?.email) return;
      await mailer.send(await liftedMail(reading.decision, reading.email, publicUrl));
    },
    'moderation.mail_outcome': async ({ caseId }) => {
      const reading = await readCase(database.db, caseId);
      const mail = reading && (await outcomeMail(reading, publicUrl));
      if (mail) await mailer.send(mail);
    },
  };
}
