import { describe, expect, it } from 'vitest';
import { openConversation } from '../testing/fake-conversation.ts';

describe('typing', () => {
  it('is shown for three seconds after the latest event', async () => {
    const { ana, time, server } = await openConversation(1);
    const isTyping = () => ana.chat.conversation('bia').typing;
    const typeAsBia = async () => {
      server.emit(['ana'], 'userTyping', { senderId: 'bia', receiverId: 'ana' });
      await time.pass(2_000);
    };
    await typeAsBia();
    await typeAsBia();
    expect(isTyping()).toBe(true);
    await time.pass(1_100);
    expect(isTyping()).toBe(false);
  });

  it('ends when the message arrives', async () => {
    const { ana, time, server, sendMessageFrom } = await openConversation(1);
    server.emit(['ana'], 'userTyping', { senderId: 'bia', receiverId: 'ana' });
    await time.pass(100);
    expect(ana.chat.conversation('bia').typing).toBe(true);
    sendMessageFrom();
    await time.pass(100);
    expect(ana.chat.conversation('bia').typing).toBe(false);
  });

  it('is sent at most every two seconds, and only while online', async () => {
    const { ana, time } = await openConversation(1);
    for (let step = 0; step < 50; step += 1) {
      ana.chat.typing('bia');
      await time.pass(100);
    }
    expect(ana.connection.sent.filter(({ event }) => event === 'userTyping')).toHaveLength(3);
    ana.setUp(false);
    await time.pass(3_000);
    ana.chat.typing('bia');
    expect(ana.connection.sent.filter(({ event }) => event === 'userTyping')).toHaveLength(3);
  });

  it('within two seconds of the last event is sent after these two seconds', async () => {
    const { ana, time } = await openConversation(1);
    const sent = () => ana.connection.sent.filter(({ event }) => event === 'userTyping').length;
    ana.chat.typing('bia');
    await time.pass(500);
    ana.chat.send('bia', 'Oi!');
    ana.chat.typing('bia');
    await time.pass(1_400);
    expect(sent()).toBe(1);
    await time.pass(200);
    expect(sent()).toBe(2);
  });

  it('is not sent any more after the message was sent', async () => {
    const { ana, time } = await openConversation(1);
    ana.chat.typing('bia');
    await time.pass(500);
    ana.chat.typing('bia');
    ana.chat.send('bia', 'Oi!');
    await time.pass(5_000);
    expect(ana.connection.sent.filter(({ event }) => event === 'userTyping')).toHaveLength(1);
  });
});
