import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { type CaseMailOptions, caseMail } from './case-mail.ts';
import { readCase } from './case-store.ts';

/** The background work of this module. */
export type ModerationTasks = {
  /** Tells the team of a case by e-mail. */
  readonly 'moderation.mail_case': { readonly caseId: string };
};

export interface ModerationTaskDeps extends CaseMailOptions {
  readonly database: Pick<Database, 'db'>;
  readonly mailer: Mailer;
}

/** Running twice for a case sends the same mail under the same id, which counts as one. */
export function moderationTasks(deps: ModerationTaskDeps): TaskRunners<ModerationTasks> {
  return {
    'moderation.mail_case': async ({ caseId }) => {
      const reading = await readCase(deps.database.db, caseId);
      if (reading) await deps.mailer.send(await caseMail(reading, deps));
    },
  };
}
