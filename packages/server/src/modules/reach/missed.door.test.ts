import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../../test/harness.ts';
import { addUnreadMessages, readAll } from '../../../test/missed-rows.ts';
import { createReachRig, quietNow, type ReachRig } from '../../../test/reach-rig.ts';

let rig: ReachRig;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  rig = await createReachRig();
});
beforeEach(async () => {
  [ana, bia] = await Promise.all([rig.someone(), rig.someone()]);
});
afterAll(() => rig.close());

const missed = (from: TestPerson, options?: Parameters<typeof addUnreadMessages>[2]) =>
  addUnreadMessages(rig.pool, { from: from.uid, to: ana.uid }, options);

/** What the job does that a conversation starts when it becomes unread. */
async function remind(from: TestPerson = bia): Promise<void> {
  await rig.pool.query(
    `SELECT graphile_worker.add_job('reach.remind', json_build_object(
      'receiverId', $1::text, 'senderId', $2::text))`,
    [ana.uid, from.uid],
  );
  await expect
    .poll(async () => {
      const { rows } = await rig.pool.query(
        "SELECT FROM graphile_worker.jobs WHERE task_identifier LIKE 'reach.%' AND run_at <= now()",
      );
      return rows;
    })
    .toEqual([]);
}

const subjects = async () => (await rig.mailsTo(ana)).map(({ subject }) => subject).reverse();

describe('messages unread for a quarter of an hour', () => {
  it('are mailed of, without a word of them', async () => {
    await missed(bia, { count: 3 });
    await remind();
    const [mail] = await rig.mailsTo(ana);
    expect(mail?.subject).toBe(`Você tem 3 mensagens não lidas de ${bia.user.displayName}`);
    expect(mail?.text).toContain(
      `${rig.app.url.replace('127.0.0.1', 'localhost')}/?conversa=${bia.uid}`,
    );
    expect(JSON.stringify(mail)).not.toContain('segredo');
  });

  it('of several people come in one mail, which names whom it began with', async () => {
    const carla = await rig.someone();
    await missed(bia);
    await missed(carla, { count: 2, minutesAgo: 2 });
    await remind();
    await remind(carla);
    expect(await subjects()).toEqual([
      `Você tem 3 mensagens não lidas de ${bia.user.displayName} e mais 1 pessoa`,
    ]);
  });

  it('are not mailed of when they were read, or came later', async () => {
    await readAll(rig.pool, await missed(bia), ana.uid);
    await remind();
    await missed(bia, { minutesAgo: 14 });
    await remind();
    expect(await subjects()).toEqual([]);
  });

  it('are mailed of once, until the person reads something', async () => {
    const conversation = await missed(bia);
    await remind();
    await missed(bia);
    await remind();
    expect(await subjects()).toHaveLength(1);
    await readAll(rig.pool, conversation, ana.uid);
    await missed(bia);
    await remind();
    expect(await subjects()).toHaveLength(2);
  });

  it('are mailed of again after a day', async () => {
    await missed(bia);
    await remind();
    await rig.pool.query(
      "UPDATE missed_mails SET mailed_at = mailed_at - interval '24 hours' WHERE uid = $1",
      [ana.uid],
    );
    await remind();
    expect(await subjects()).toHaveLength(2);
  });

  it.each([
    [
      'muted',
      (id: string) =>
        rig.pool.query(
          `INSERT INTO conversation_members (conversation_id, uid, muted_at) VALUES ($1, $2, now())`,
          [id, ana.uid],
        ),
    ],
    ['blocked', () => ana.api.users.blockUser({ params: { uid: bia.uid } })],
    ['blocked by the other', () => bia.api.users.blockUser({ params: { uid: ana.uid } })],
    [
      'written by someone suspended',
      () => rig.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [bia.uid]),
    ],
    ['written by someone gone', () => bia.api.users.deleteMe({})],
    [
      'written by someone whom the team has hidden',
      () => rig.pool.query('UPDATE users SET hidden_at = now() WHERE uid = $1', [bia.uid]),
    ],
    ['written by someone gone', () => bia.api.users.deleteMe({})],
    [
      'to someone suspended',
      () => rig.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [ana.uid]),
    ],
    ['to someone gone', () => ana.api.users.deleteMe({})],
    ['not wanted by mail', () => wanted(false)],
  ])('are not mailed of when they are %s', async (_, make) => {
    await make(await missed(bia));
    await remind();
    expect(await subjects()).toEqual([]);
  });

  it('in quiet hours wait for their end', async () => {
    const settings = await ana.api.reach.getSettings({});
    const quietHours = quietNow(settings);
    await ana.api.reach.putSettings({ body: { ...settings, quietHours } });
    await missed(bia);
    await remind();
    expect(await subjects()).toEqual([]);
    expect(await rig.jobs()).toEqual(['reach.remind']);
    await ana.api.reach.putSettings({ body: { ...settings, quietHours: null } });
    await rig.hurry();
    await expect.poll(subjects).toHaveLength(1);
  });
});

async function wanted(email: boolean): Promise<void> {
  const settings = await ana.api.reach.getSettings({});
  const messages = { ...settings.topics.messages, email };
  await ana.api.reach.putSettings({
    body: { ...settings, topics: { ...settings.topics, messages } },
  });
}

describe('the link in the mail', () => {
  const open = async (init?: RequestInit) => {
    await missed(bia);
    await remind();
    const url = new URL((await rig.mailsTo(ana))[0]?.unsubscribeUrl ?? '');
    return rig.app.fetch(url.pathname, init);
  };
  const wantsMail = async () => (await ana.api.reach.getSettings({})).topics.messages.email;

  it('asks first: programs look at links before people do', async () => {
    const page = await open();
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
    const before = await ana.api.reach.getSettings({});
    const answer = await open({
      method: 'POST',
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBe(200);
    const messages = { ...before.topics.messages, email: false };
    expect(await ana.api.reach.getSettings({})).toEqual({
      ...before,
      topics: { ...before.topics, messages },
    });
  });

  it.each(['', 'x', '.', 'a.b', 'a'.repeat(300)])('is nobody else\'s guess: "%s"', async (word) => {
    for (const method of ['GET', 'POST']) {
      const paths = [`/avisos/sair/${word}`, `/avisos/sair/${ana.uid}.${word}`];
      for (const path of paths) {
        expect((await rig.app.fetch(path, { method })).status).toBe(404);
      }
    }
    expect(await wantsMail()).toBe(true);
  });
});
