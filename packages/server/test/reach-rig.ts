import { randomUUID } from 'node:crypto';
import type { NoticeSettings, PushSubscription } from '@guilda/contract/reach';
import { startTestApp, type TestPerson } from './harness.ts';
import type { PushBrowser } from './push-browser.ts';
import { type PushPeer, startPushPeer } from './push-peer.ts';

/** A mail as `/dev/outbox` lists it. */
export interface OutboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly unsubscribeUrl?: string;
}

export interface NoticeParts {
  readonly type?: string;
  readonly senderId?: string | null;
  readonly content?: string;
  readonly info?: Readonly<Record<string, string>>;
}

/** Quiet hours that have begun and last, whatever the clock shows while a test runs. */
export function quietNow({ timeZone }: Pick<NoticeSettings, 'timeZone'>) {
  const shown = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toLocaleTimeString('en-GB', {
      timeZone,
      timeStyle: 'short',
    });
  return { from: shown(-6), to: shown(6) };
}

/** The program beside a push service of its own. */
export async function createReachRig(env: Readonly<Record<string, string>> = {}) {
  const peer: PushPeer = await startPushPeer();
  const app = await startTestApp({ env: { PUSH_HOSTS: peer.host, ...env } });
  const { pool } = app;
  let people = 0;
  return {
    app,
    pool,
    peer,
    /** Somebody new. */
    someone(): Promise<TestPerson> {
      people += 1;
      return app.person(`Pessoa${people}`);
    },
    /** A browser of a person that notices reach. */
    async subscribed(person: TestPerson): Promise<PushBrowser> {
      const browser = peer.browser();
      await person.api.reach.subscribePush({ body: browser.subscription });
      return browser;
    },
    /** Records what a person is told; answers the notification's id. */
    async notify(receiverId: string, parts: NoticeParts = {}): Promise<string> {
      const id = randomUUID();
      const { type = 'call', senderId = null, content = 'Olá', info = {} } = parts;
      await pool.query(
        `INSERT INTO notifications (id, receiver_id, sender_id, type, content, additional_info,
          dedupe_key) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [id, receiverId, senderId, type, content, JSON.stringify(info), id],
      );
      return id;
    },
    /** Lets everything that waits for its time come now. */
    async hurry(): Promise<void> {
      await pool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
    },
    /** Jobs that are left, by task. */
    async jobs(): Promise<string[]> {
      const { rows } = await pool.query(
        `SELECT task_identifier AS task FROM graphile_worker.jobs
         WHERE task_identifier LIKE 'reach.%'`,
      );
      return rows.map(({ task }) => task);
    },
    async mailsTo({ email }: TestPerson): Promise<OutboxMail[]> {
      const { emails } = (await (await app.fetch('/dev/outbox')).json()) as {
        emails: OutboxMail[];
      };
      return emails.filter(({ to }) => to === email);
    },
    async subscriptionsOf({ uid }: TestPerson): Promise<string[]> {
      const { rows } = await pool.query(
        'SELECT endpoint FROM push_subscriptions WHERE uid = $1 ORDER BY created_at',
        [uid],
      );
      return rows.map(({ endpoint }) => endpoint);
    },
    close: async () => {
      await app.close();
      await peer.close();
    },
  };
}

export type ReachRig = Awaited<ReturnType<typeof createReachRig>>;

export const bodyOf = ({ subscription }: PushBrowser): Pick<PushSubscription, 'endpoint'> => ({
  endpoint: subscription.endpoint,
});
