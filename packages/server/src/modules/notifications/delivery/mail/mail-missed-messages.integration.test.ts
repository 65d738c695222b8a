import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildUnreadMessages,
  markConversationRead,
} from '../../../../../test/fixtures/data/unread-messages.ts';
import {
  createNotificationDeliveryFixture,
  type NotificationDeliveryFixture,
  quietHoursNow,
} from '../../../../../test/fixtures/modules/notification-delivery-fixture.ts';
import type { TestPerson } from '../../../../../test/fixtures/server/test-app.ts';

let fixture: NotificationDeliveryFixture;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  fixture = await createNotificationDeliveryFixture();
});
beforeEach(async () => {
  [ana, bia] = await Promise.all([fixture.signInNewPerson(), fixture.signInNewPerson()]);
});
afterAll(() => fixture.close());

const buildMissedMessages = (
  from: TestPerson,
  options?: Parameters<typeof buildUnreadMessages>[2],
) => buildUnreadMessages(fixture.pool, { from: from.uid, to: ana.uid }, options);

/** Runs the job that a conversation enqueues when it becomes unread. */
async function remindAna(sender: TestPerson = bia): Promise<void> {
  await fixture.pool.query(
    `SELECT graphile_worker.add_job('reach.remind', json_build_object(
      'receiverId', $1::text, 'senderId', $2::text))`,
    [ana.uid, sender.uid],
  );
  await expect
    .poll(async () => {
      const { rows } = await fixture.pool.query(
        "SELECT FROM graphile_worker.jobs WHERE task_identifier LIKE 'reach.%' AND run_at <= now()",
      );
      return rows;
    })
    .toEqual([]);
}

/** Makes the last mail to Ana this much older; `age` is an SQL interval. */
const backdateLastMail = (age: string) =>
  fixture.pool.query(
    'UPDATE missed_mails SET mailed_at = mailed_at - $2::interval WHERE uid = $1',
    [ana.uid, age],
  );

const mailSubjects = async () =>
  (await fixture.listMailsTo(ana)).map(({ subject }) => subject).reverse();

describe('messages unread for a quarter of an hour', () => {
  it('are mailed without quoting them', async () => {
    await buildMissedMessages(bia, { count: 3 });
    await remindAna();
    const [mail] = await fixture.listMailsTo(ana);
    expect(mail?.subject).toBe(`Você tem 3 mensagens não lidas de ${bia.user.displayName}`);
    expect(mail?.text).toContain(
      `${fixture.app.url.replace('127.0.0.1', 'localhost')}/?conversa=${bia.uid}`,
    );
    expect(JSON.stringify(mail)).not.toContain('segredo');
  });

  it('of several people are in one mail that names the first', async () => {
    const carla = await fixture.signInNewPerson();
    await buildMissedMessages(bia);
    await buildMissedMessages(carla, { count: 2, minutesAgo: 2 });
    await remindAna();
    await remindAna(carla);
    expect(await mailSubjects()).toEqual([
      `Você tem 3 mensagens não lidas de ${bia.user.displayName} e mais 1 pessoa`,
    ]);
  });

  it('are not mailed when they were read or are too recent', async () => {
    await markConversationRead(fixture.pool, await buildMissedMessages(bia), ana.uid);
    await remindAna();
    await buildMissedMessages(bia, { minutesAgo: 14 });
    await remindAna();
    expect(await mailSubjects()).toEqual([]);
  });

  it('are mailed when the sender wrote a hundred more since', async () => {
    await buildMissedMessages(bia);
    await buildMissedMessages(bia, { count: 100, minutesAgo: 5 });
    await remindAna();
    expect(await mailSubjects()).toEqual([
      `Você tem mais de 100 mensagens não lidas de ${bia.user.displayName}`,
    ]);
  });

  it('are not mailed when the sender wrote a hundred more since and they were read', async () => {
    await markConversationRead(fixture.pool, await buildMissedMessages(bia), ana.uid);
    await buildMissedMessages(bia, { count: 101, minutesAgo: 5 });
    await remindAna();
    expect(await mailSubjects()).toEqual([]);
  });

  it('are mailed only when the sender wrote one of them, beside greetings of an order', async () => {
    await buildMissedMessages(bia, { system: true });
    await remindAna();
    expect(await mailSubjects()).toEqual([]);
    await buildMissedMessages(bia, { minutesAgo: 14 });
    await remindAna();
    expect(await mailSubjects()).toEqual([]);
    await buildMissedMessages(bia);
    await remindAna();
    expect(await mailSubjects()).toEqual([
      `Você tem 3 mensagens não lidas de ${bia.user.displayName}`,
    ]);
  });

  it('are mailed once, until the person reads something', async () => {
    const conversationId = await buildMissedMessages(bia);
    await remindAna();
    await buildMissedMessages(bia);
    await remindAna();
    expect(await mailSubjects()).toHaveLength(1);
    await markConversationRead(fixture.pool, conversationId, ana.uid);
    await buildMissedMessages(bia);
    await remindAna();
    expect(await mailSubjects()).toHaveLength(2);
  });

  it('are mailed again after a day', async () => {
    await buildMissedMessages(bia);
    await remindAna();
    await backdateLastMail('24 hours');
    await remindAna();
    expect(await mailSubjects()).toHaveLength(2);
  });

  it('of another person who wrote after the mail are mailed a day after it', async () => {
    const carla = await fixture.signInNewPerson();
    await buildMissedMessages(bia);
    await remindAna();
    await backdateLastMail('1 hour');
    await buildMissedMessages(carla);
    await remindAna(carla);
    expect(await mailSubjects()).toHaveLength(1);
    const { rows } = await fixture.pool.query(
      `SELECT run_at - mailed_at - interval '1 day' BETWEEN '0' AND interval '1 ms' AS "isDayLater"
       FROM graphile_worker.jobs, missed_mails
       WHERE uid = $1 AND key = 'reach.remind:' || uid || ':' || $2`,
      [ana.uid, carla.uid],
    );
    expect(rows).toEqual([{ isDayLater: true }]);
    await backdateLastMail('23 hours');
    await fixture.makeJobsDue();
    await expect.poll(mailSubjects).toHaveLength(2);
    expect((await mailSubjects())[1]).toContain(carla.user.displayName);
    await expect.poll(fixture.listJobs).toEqual([]);
  });

  it('of another person that the mail counted are not mailed again', async () => {
    const carla = await fixture.signInNewPerson();
    await buildMissedMessages(bia);
    await buildMissedMessages(carla);
    await remindAna();
    await remindAna(carla);
    expect(await mailSubjects()).toHaveLength(1);
    expect(await fixture.listJobs()).toEqual([]);
  });

  it('of another person are mailed when those that the waiting mail names were read', async () => {
    const caio = await fixture.signInNewPerson();
    const conversationId = await buildMissedMessages(bia);
    await buildMissedMessages(caio);
    await fixture.pool.query(
      `WITH claim AS (INSERT INTO missed_mails (uid, mailed_at) VALUES ($1, now()) RETURNING uid)
       SELECT graphile_worker.add_job('reach.mail_missed', json_build_object('receiverId', uid,
         'senderId', $2::text, 'at', '1'), run_at => now() + interval '1 hour') FROM claim`,
      [ana.uid, bia.uid],
    );
    await remindAna(caio);
    await markConversationRead(fixture.pool, conversationId, ana.uid);
    await fixture.makeJobsDue();
    await expect.poll(fixture.listJobs).toEqual([]);
    expect(await mailSubjects()).toEqual([
      `Você tem 1 mensagem não lida de ${caio.user.displayName}`,
    ]);
  });

  it.each([
    [
      'muted',
      (id: string) =>
        fixture.pool.query(
          `INSERT INTO conversation_members (conversation_id, uid, muted_at) VALUES ($1, $2, now())`,
          [id, ana.uid],
        ),
    ],
    ['blocked', () => ana.api.users.blockUser({ params: { uid: bia.uid } })],
    ['blocked by the other', () => bia.api.users.blockUser({ params: { uid: ana.uid } })],
    [
      'written by someone suspended',
      () => fixture.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [bia.uid]),
    ],
    ['written by someone gone', () => bia.api.users.deleteMe({})],
    [
      'written by someone whom the team has hidden',
      () => fixture.pool.query('UPDATE users SET hidden_at = now() WHERE uid = $1', [bia.uid]),
    ],
    ['written by someone gone', () => bia.api.users.deleteMe({})],
    [
      'to someone suspended',
      () => fixture.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [ana.uid]),
    ],
    ['to someone gone', () => ana.api.users.deleteMe({})],
    ['not wanted by mail', () => setMessageMails(false)],
  ])('are not mailed of when they are %s', async (_, changeState) => {
    await changeState(await buildMissedMessages(bia));
    await remindAna();
    expect(await mailSubjects()).toEqual([]);
  });

  it('wait for the end of quiet hours', async () => {
    const settings = await ana.api.notificationDelivery.getPreferences({});
    const quietHours = quietHoursNow(settings);
    await ana.api.notificationDelivery.updatePreferences({ body: { ...settings, quietHours } });
    await buildMissedMessages(bia);
    await remindAna();
    expect(await mailSubjects()).toEqual([]);
    expect(await fixture.listJobs()).toEqual(['reach.remind']);
    await ana.api.notificationDelivery.updatePreferences({
      body: { ...settings, quietHours: null },
    });
    await fixture.makeJobsDue();
    await expect.poll(mailSubjects).toHaveLength(1);
  });
});

async function setMessageMails(isEnabled: boolean): Promise<void> {
  const settings = await ana.api.notificationDelivery.getPreferences({});
  const messages = { ...settings.topics.messages, email: isEnabled };
  await ana.api.notificationDelivery.updatePreferences({
    body: { ...settings, topics: { ...settings.topics, messages } },
  });
}

describe('the link in the mail', () => {
  const requestUnsubscribe = async (init?: RequestInit) => {
    await buildMissedMessages(bia);
    await remindAna();
    const url = new URL((await fixture.listMailsTo(ana))[0]?.unsubscribeUrl ?? '');
    return fixture.app.fetch(url.pathname, init);
  };
  const wantsMail = async () =>
    (await ana.api.notificationDelivery.getPreferences({})).topics.messages.email;

  it('asks for confirmation, because programs open links before people do', async () => {
    const page = await requestUnsubscribe();
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<form method="post">');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await wantsMail()).toBe(true);
  });

  it.each([
    ['the page', 'application/x-www-form-urlencoded', ''],
    ['a mail program', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['something odd', 'text/strange', 'x'],
    ['nothing at all', undefined, undefined],
  ])('ends these mails and no others, pressed by %s', async (_, type, body) => {
    const preferencesBefore = await ana.api.notificationDelivery.getPreferences({});
    const answer = await requestUnsubscribe({
      method: 'POST',
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBe(200);
    const messages = { ...preferencesBefore.topics.messages, email: false };
    expect(await ana.api.notificationDelivery.getPreferences({})).toEqual({
      ...preferencesBefore,
      topics: { ...preferencesBefore.topics, messages },
    });
  });

  it.each(['', 'x', '.', 'a.b', 'a'.repeat(300)])(
    'is nobody else\'s guess: "%s"',
    async (guess) => {
      for (const method of ['GET', 'POST']) {
        const paths = [`/avisos/sair/${guess}`, `/avisos/sair/${ana.uid}.${guess}`];
        for (const path of paths) {
          expect((await fixture.app.fetch(path, { method })).status).toBe(404);
        }
      }
      expect(await wantsMail()).toBe(true);
    },
  );
});
