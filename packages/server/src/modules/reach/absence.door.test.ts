import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../../test/harness.ts';
import { createReachRig, type ReachRig } from '../../../test/reach-rig.ts';
import { connect } from '../../../test/sockets.ts';

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

async function write(message: string): Promise<void> {
  const socket = await connect(rig.app.url, bia);
  const sent = await socket.send('sendMessage', { receiverId: ana.uid, message });
  expect(sent.ok).toBe(true);
  socket.close();
}

/** Brings on what would come in time, until nothing waits. */
async function settled(): Promise<void> {
  await expect
    .poll(async () => {
      await rig.hurry();
      const { rows } = await rig.pool.query(
        `SELECT FROM graphile_worker.jobs
         WHERE task_identifier LIKE 'reach.%' OR task_identifier LIKE 'messaging.%'`,
      );
      return rows;
    })
    .toEqual([]);
}

describe('a message to somebody', () => {
  it('who is away is pushed, and mailed once it waited', async () => {
    const browser = await rig.subscribed(ana);
    await write('Bora jogar?');
    await rig.pool.query(
      "UPDATE messages SET sent_at = sent_at - interval '16 minutes' WHERE receiver_id = $1",
      [ana.uid],
    );
    await settled();
    const name = bia.user.displayName;
    expect(rig.peer.readBy(browser)).toMatchObject([
      { title: name, url: `/?conversa=${bia.uid}`, tag: `messages:${bia.uid}` },
    ]);
    expect(await rig.mailsTo(ana)).toMatchObject([
      { subject: `Você tem 1 mensagem não lida de ${name}` },
    ]);
  });

  it('who reads it in time leaves nowhere', async () => {
    const browser = await rig.subscribed(ana);
    await write('Bora jogar?');
    await ana.api.messaging.readMessages({ body: { senderId: bia.uid, receiverId: ana.uid } });
    await settled();
    expect(rig.peer.readBy(browser)).toEqual([]);
    expect(await rig.mailsTo(ana)).toEqual([]);
  });

  it('who is here is on screen already, a missed call is pushed all the same', async () => {
    const browser = await rig.subscribed(ana);
    const here = await connect(rig.app.url, ana);
    await rig.notify(ana.uid, { type: 'message', senderId: bia.uid });
    await rig.notify(ana.uid, { type: 'call', senderId: bia.uid });
    await settled();
    expect(rig.peer.readBy(browser)).toMatchObject([{ tag: `calls:${bia.uid}` }]);
    here.close();
  });
});
