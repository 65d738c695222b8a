import { ApiError } from '@guilda/contract/client';
import type { SubjectKind } from '@guilda/contract/moderation';
import type { TeamAction } from '@guilda/contract/team-actions';
import type { TestApp, TestPerson } from './harness.ts';

/** What the team sends to do something. */
export interface Wish {
  readonly reason?: string;
  readonly days?: number;
}

/** The team at work over the program's own door. */
export function enforcementRig(app: TestApp) {
  let count = 0;
  const rows = async <T>(text: string, values: unknown[]): Promise<T[]> =>
    (await app.pool.query(text, values)).rows;
  return {
    /** Does something; answers 204, or the refusal's code. */
    act: async (
      who: TestPerson,
      action: TeamAction,
      subject: readonly [SubjectKind, string],
      { reason = 'Spam', days }: Wish = {},
    ): Promise<number | string | undefined> => {
      const [kind, id] = subject;
      const body = {
        action,
        subject: { kind, id },
        reason,
        ...(days === undefined ? {} : { days }),
      };
      try {
        await who.api.enforcement.act({ body });
        return 204;
      } catch (error) {
        if (error instanceof ApiError) return error.code;
        throw error;
      }
    },
    /** Another administrator. */
    colleague: async (): Promise<TestPerson> => {
      count += 1;
      const person = await app.person(`Equipe${count}`);
      await app.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [person.uid]);
      return person;
    },
    /** The log's lines about something: `hide Spam`, the first one first. */
    logOf: async (id: string) =>
      (
        await rows<{ action: string; reason: string }>(
          `SELECT action, reason FROM moderation_actions WHERE subject_id = $1
           ORDER BY created_at, id`,
          [id],
        )
      ).map(({ action, reason }) => `${action} ${reason}`),
    /** What was decided about something: `hide Spam`, and whether it was lifted. */
    decisionsOf: async (id: string) =>
      (
        await rows<{ action: string; reason: string; lifted: boolean }>(
          `SELECT action, reason, lifted_at IS NOT NULL AS lifted FROM decisions
           WHERE subject_id = $1 ORDER BY created_at, id`,
          [id],
        )
      ).map(({ action, reason, lifted }) => `${action} ${reason}${lifted ? ', lifted' : ''}`),
    /** What somebody was told of what the team did: `decision hide`. */
    toldTo: async (uid: string) =>
      (
        await rows<{ info: { event: string; action: string } }>(
          `SELECT additional_info AS info FROM notifications
           WHERE receiver_id = $1 AND type = 'moderation' ORDER BY created_at, id`,
          [uid],
        )
      ).map(({ info }) => `${info.event} ${info.action}`),
    idle: () => app.program.jobs.runUntilIdle(),
    one: async <T = Record<string, unknown>>(text: string, ...values: unknown[]) =>
      (await rows<T>(text, values))[0] as T,
  };
}

export type EnforcementRig = ReturnType<typeof enforcementRig>;
