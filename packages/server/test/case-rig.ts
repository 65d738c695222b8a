import { randomUUID } from 'node:crypto';
import { endpoints } from '@guilda/contract';
import {
  type ModerationTasks,
  moderationHandlers,
  moderationTasks,
} from '../src/modules/moderation/index.ts';
import { registerEndpoints } from '../src/platform/http/endpoints.ts';
import { createJobs, type Jobs } from '../src/platform/jobs/index.ts';
import type { Mail } from '../src/ports/mailer.ts';
import { apiRig } from './api-rig.ts';
import { fakeEnforce } from './fake-enforce.ts';
import { quietLog } from './quiet-log.ts';
import { addPaidOrderRow, addServiceRow, addUserRow } from './rows.ts';

export const report = (reportedUserId: string, data = {}) => ({
  emailType: 'report',
  emailData: { title: 'Golpe', description: 'Não entregou.', reportedUserId, ...data },
});
export const feedback = (feedbackMessage: string, data = {}) => ({
  emailType: 'feedback',
  emailData: { feedbackMessage, ...data },
});
export const support = (purchaseCode: string, userMessage = 'Ninguém responde.') => ({
  emailType: 'support',
  emailData: { purchaseCode, userMessage },
});

/** The ways to the team behind their real doors, with a mail server that can be away. */
export async function caseRig(options?: { readonly limits?: number }) {
  const mailing = { teamEmail: 'equipe@guilda.example', publicUrl: 'https://guilda.example' };
  const sent: Mail[] = [];
  const mailServer = { down: false };
  const send = async (mail: Mail) => {
    if (mailServer.down) throw new Error('the mail server is away');
    sent.push(mail);
  };
  const { enforce } = fakeEnforce();
  let jobs: Jobs<ModerationTasks> | undefined;
  const rig = await apiRig(async ({ app, door, ...deps }) => {
    const { database } = deps;
    const tasks = moderationTasks({ database, mailer: { send }, ...mailing });
    jobs = createJobs<ModerationTasks>({ database, log: quietLog }, tasks);
    await jobs.runUntilIdle();
    const handlers = moderationHandlers({ ...deps, enforce, enqueue: jobs.enqueue });
    registerEndpoints(app, endpoints.moderation, handlers, door);
  }, options);
  const { pool } = rig.database;
  const person = (columns = {}) => addUserRow(pool, columns);
  return {
    ...rig,
    pool,
    person,
    /** What was mailed, by `mail` below. */
    sent,
    mailServer,
    mail: (until?: Date) => jobs?.runUntilIdle(until ? { until } : {}),
    tell: (by: string, body: unknown) => rig.as(by).moderation.sendEmail({ body: body as never }),
    casesOf: async (uid: string) =>
      (await pool.query('SELECT * FROM cases WHERE author_id = $1 ORDER BY number', [uid])).rows,
    async purchase(service_status = 'awaiting_start') {
      const [seller, buyer] = [await person(), await person({ email: 'bia@pessoas.example' })];
      const service = await addServiceRow(pool, seller);
      const code = `GLD-${randomUUID().slice(0, 6).toUpperCase()}`;
      const order = { service, buyer, seller };
      const id = await addPaidOrderRow(pool, order, { purchase_code: code, service_status });
      return { seller, buyer, code, id };
    },
  };
}

export type CaseRig = Awaited<ReturnType<typeof caseRig>>;
