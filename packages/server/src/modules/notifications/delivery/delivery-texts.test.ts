import { describe, expect, it } from 'vitest';
import { mailSite } from '../../../../test/fixtures/data/mail-site.ts';
import type { DeliverableNotification } from './deliverable-store.ts';
import { missedMessagesMail, missedMessagesText } from './mail/missed-messages-mail.ts';
import { orderMail } from './mail/order-mail.ts';
import { pushMessageOf } from './push/push-message.ts';

const biaUid = '0190a000-0000-7000-8000-000000000001';
const orderId = '0190a000-0000-7000-8000-000000000002';

const messageNotification: DeliverableNotification = {
  id: 'n1',
  receiverId: 'ana',
  senderId: biaUid,
  type: 'message',
  content: 'Oi!\nBora jogar?',
  additionalInfo: {},
  versionAt: '2026-11-20 15:00:00+00',
  senderName: 'Bia',
  email: 'ana@pessoas.example',
  suspended: false,
  blocked: false,
  muted: false,
  discreet: false,
  isBuyer: false,
};
const paidNotification: DeliverableNotification = {
  ...messageNotification,
  type: 'payment',
  content: 'O pedido GLD-7K3MQX (“Aula <b>”) foi pago.',
  additionalInfo: { paymentId: orderId, purchaseCode: 'GLD-7K3MQX', event: 'paid' },
};
const withdrawalNotification: DeliverableNotification = {
  ...messageNotification,
  type: 'payment',
  senderId: null,
  senderName: null,
  content: 'Seu saque de R$ 50,00 foi pago.',
  additionalInfo: { withdrawalId: orderId, event: 'withdrawal_settled' },
};

describe('a push', () => {
  it('about a message names its sender and leads to the chat', () => {
    expect(pushMessageOf(messageNotification)).toEqual({
      title: 'Bia',
      body: 'Oi! Bora jogar?',
      url: `/?conversa=${biaUid}`,
      tag: `messages:${biaUid}`,
    });
  });

  it('contains 80 characters of text at most', () => {
    const { body } = pushMessageOf({ ...messageNotification, content: '🎮'.repeat(200) });
    expect([...body]).toHaveLength(80);
    expect(body).toBe(`${'🎮'.repeat(79)}…`);
  });

  it('about an order leads to it, for buyer and seller', () => {
    expect(pushMessageOf(paidNotification)).toMatchObject({
      title: 'Pedido GLD-7K3MQX',
      url: `/sales?pedido=${orderId}&acao=ver`,
      tag: `order:${orderId}`,
    });
    expect(pushMessageOf({ ...paidNotification, isBuyer: true }).url).toBe(
      `/sales?aba=compras&pedido=${orderId}&acao=ver`,
    );
  });

  it('about a decision does not quote it and leads to its page', () => {
    const content = 'Sua conta foi suspensa. Motivo: segredo';
    const pushOfEvent = (event: string, type = 'moderation') =>
      pushMessageOf({
        ...messageNotification,
        type,
        content,
        senderId: null,
        additionalInfo: { event },
      });
    expect(pushOfEvent('decision')).toEqual({
      title: 'Guilda',
      body: 'Há uma mensagem da equipe da Guilda para você.',
      url: '/user/settings/decisoes',
      tag: 'notice:n1',
    });
    expect(pushOfEvent('case_decided').url).toBe('/user/settings/denuncias');
    expect(pushOfEvent('export_ready', 'export')).toMatchObject({
      body: content,
      url: '/user/settings/dados',
    });
  });

  it('about a withdrawal leads to the wallet', () => {
    expect(pushMessageOf(withdrawalNotification)).toEqual({
      title: 'Guilda',
      body: 'Seu saque de R$ 50,00 foi pago.',
      url: '/sales?aba=carteira',
      tag: 'notice:n1',
    });
  });

  it('does not quote adult content', () => {
    const secret = 'segredo';
    const pushMessages = [
      paidNotification,
      { ...messageNotification, type: 'like', additionalInfo: { postId: orderId } },
    ].map((facts) => pushMessageOf({ ...facts, content: secret, discreet: true }));
    expect(JSON.stringify(pushMessages)).not.toContain(secret);
    expect(pushMessages[1]?.url).toBe(`/post/${orderId}`);
  });
});

describe('a mail about an order', () => {
  it('says what happened and links to order and preferences', async () => {
    const mail = await orderMail(paidNotification, 'ana@pessoas.example', mailSite);
    expect(mail).toMatchObject({
      id: 'order-n1',
      to: 'ana@pessoas.example',
      subject: 'Você tem um novo pedido: GLD-7K3MQX',
    });
    expect(mail.text).toContain('O pedido GLD-7K3MQX (“Aula <b>”) foi pago.');
    expect(mail.text).toContain(`https://guilda.example/sales?pedido=${orderId}&acao=ver`);
    expect(mail.text).toContain('https://guilda.example/user/settings/avisos');
    expect(mail.html).toContain('Aula &lt;b&gt;');
    expect(mail.unsubscribeUrl).toBeUndefined();
  });

  it('does not name adult services', async () => {
    const mail = await orderMail(
      { ...paidNotification, discreet: true },
      'ana@pessoas.example',
      mailSite,
    );
    expect(JSON.stringify(mail)).not.toContain('Aula');
  });
});

const missedMessages = (count: number, name = 'Bia') => ({
  senderId: biaUid,
  name,
  count,
  waitedLongEnough: true,
});

describe('a mail about unread messages', () => {
  it.each([
    [[1], 'Você tem 1 mensagem não lida de Bia'],
    [[3], 'Você tem 3 mensagens não lidas de Bia'],
    [[2, 1], 'Você tem 3 mensagens não lidas de Bia e mais 1 pessoa'],
    [[1, 1, 2], 'Você tem 4 mensagens não lidas de Bia e mais 2 pessoas'],
    [[100], 'Você tem 100 mensagens não lidas de Bia'],
    [[101], 'Você tem mais de 100 mensagens não lidas de Bia'],
    [[101, 2], 'Você tem mais de 102 mensagens não lidas de Bia e mais 1 pessoa'],
  ])('of %j', ([first = 1, ...rest], text) => {
    expect(
      missedMessagesText([missedMessages(first), ...rest.map((count) => missedMessages(count))]),
    ).toBe(text);
  });

  it('links to the chat and to one-click unsubscribing', async () => {
    const mail = await missedMessagesMail([missedMessages(1, 'Bia\r\nBcc: <x@evil.example>')], {
      id: 'missed-1',
      to: 'ana@pessoas.example',
      ...mailSite,
      unsubscribeUrl: 'https://guilda.example/avisos/sair/x',
    });
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).toContain('&lt;x@evil.example&gt;');
    expect(mail.text).toContain(`https://guilda.example/?conversa=${biaUid}`);
    expect(mail.text).toContain('https://guilda.example/avisos/sair/x');
    expect(mail.unsubscribeUrl).toBe('https://guilda.example/avisos/sair/x');
  });
});
