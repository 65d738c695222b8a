import { endpoints } from '@guilda/contract';
import type { Verdict } from '@guilda/contract/desk';
import {
  deskHandlers,
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

/** The desk and the ways to it behind their real doors; deeds are noted, and hide what they name. */
export async function deskRig() {
  const sent: Mail[] = [];
  const team = fakeEnforce();
  let jobs: Jobs<ModerationTasks> | undefined;
  const rig = await apiRig(async ({ app, door, ...parts }) => {
    const mailer = { send: async (mail: Mail) => void sent.push(mail) };
    const mailing = { teamEmail: 'equipe@guilda.example', publicUrl: 'https://guilda.example' };
    const tasks = moderationTasks({ ...parts, mailer, ...mailing });
    jobs = createJobs<ModerationTasks>({ database: parts.database, log: quietLog }, tasks);
    await jobs.runUntilIdle();
    const showPictureToTeam = (_: unknown, photoURL: string | null) => photoURL;
    const { enqueue } = jobs;
    const deps = { ...parts, enqueue, enforce: team.enforce, showPictureToTeam };
    registerEndpoints(app, endpoints.moderation, moderationHandlers(deps), door);
    registerEndpoints(app, endpoints.desk, deskHandlers(deps), door);
  });
  const { pool } = rig.database;
  const person = (columns: Readonly<Record<string, unknown>> = {}) => addUserRow(pool, columns);
  const told = (body: unknown) => ({ body: body as never });
  return {
    ...rig,
    ...team,
    pool,
    person,
    /** What was mailed, by `mail` below. */
    sent,
    mail: () => jobs?.runUntilIdle(),
    admin: () => person({ role: 'admin' }),
    desk: (by: string) => rig.as(by).desk,
    tellOf: (by: string, reportedUserId: string, data: object = {}) =>
      rig.as(by).moderation.sendEmail(
        told({
          emailType: 'report',
          emailData: { title: 'Golpe', description: 'Não entregou.', reportedUserId, ...data },
        }),
      ),
    feedback: (by: string, feedbackMessage = 'Gostei muito.') =>
      rig
        .as(by)
        .moderation.sendEmail(told({ emailType: 'feedback', emailData: { feedbackMessage } })),
    support: (by: string, purchaseCode: string) =>
      rig.as(by).moderation.sendEmail(
        told({
          emailType: 'support',
          emailData: { purchaseCode, userMessage: 'Ninguém responde.' },
        }),
      ),
    /** A paid order that awaits its start. */
    order: async () => {
      const [seller, buyer] = [await person(), await person({ email: 'bia@pessoas.example' })];
      const service = await addServiceRow(pool, seller);
      const id = await addPaidOrderRow(pool, { service, buyer, seller });
      const { rows } = await pool.query('SELECT purchase_code FROM payments WHERE id = $1', [id]);
      return { id, seller, buyer, service, code: rows[0].purchase_code as string };
    },
    /** A decision about somebody, put straight into the database; answers its id. */
    decision: async (personId: string, columns: Readonly<Record<string, unknown>> = {}) => {
      const row = { action: 'warn', subject_kind: 'user', subject_id: personId, reason: 'Spam' };
      const values = { id: rig.ids.uuid(), person_id: personId, ...row, ...columns };
      const names = Object.keys(values);
      await pool.query(
        `INSERT INTO decisions (${names}) VALUES (${names.map((_, at) => `$${at + 1}`)})`,
        Object.values(values),
      );
      return values.id;
    },
    appeal: (by: string, id: string, message = 'Foi engano.') =>
      rig.as(by).moderation.appeal({ params: { id }, body: { message } }),
    decide: (by: string, id: string, outcome: Verdict['outcome'], more: Partial<Verdict> = {}) =>
      rig.as(by).desk.decideCase({
        params: { id },
        body: { outcome, reason: 'Vimos tudo.', actions: [], ...more },
      }),
    caseOf: async (by: string, id: string) =>
      (await rig.as(by).desk.getCase({ params: { id } })).case,
    /** What somebody was told. */
    toldTo: async (uid: string) =>
      (
        await pool.query(
          `SELECT type, content, additional_info AS info FROM notifications
           WHERE receiver_id = $1 ORDER BY created_at, id`,
          [uid],
        )
      ).rows as { type: string; content: string; info: Record<string, string> }[],
    hiddenReason: async (table: string, key: string, id: string) =>
      (await pool.query(`SELECT hidden_reason FROM ${table} WHERE ${key} = $1`, [id])).rows[0]
        ?.hidden_reason as string | null,
  };
}

export type DeskRig = Awaited<ReturnType<typeof deskRig>>;
