import { describe, expect, it } from 'vitest';
import { missedMail, missedText } from './missed-mail.ts';
import type { NoticeFacts } from './notice-facts.ts';
import { orderMail } from './order-mail.ts';
import { pushNotice } from './push-notice.ts';

const bia = '0190a000-0000-7000-8000-000000000001';
const order = '0190a000-0000-7000-8000-000000000002';

const message: NoticeFacts = {
  id: 'n1',
  receiverId: 'ana',
  senderId: bia,
  type: 'message',
  content: 'Oi!\nBora jogar?',
  additionalInfo: {},
  toldAt: '2026-11-20 15:00:00+00',
  senderName: 'Bia',
  email: 'ana@pessoas.example',
  suspended: false,
  apart: false,
  muted: false,
  discreet: false,
  buys: false,
};
const paid: NoticeFacts = {
  ...message,
  type: 'payment',
  content: 'O pedido GLD-7K3MQX (“Aula <b>”) foi pago.',
  additionalInfo: { paymentId: order, purchaseCode: 'GLD-7K3MQX', event: 'paid' },
};

describe('a push', () => {
  it('of a message names its sender and leads to the chat', () => {
    expect(pushNotice(message)).toEqual({
      title: 'Bia',
      body: 'Oi! Bora jogar?',
      url: `/?conversa=${bia}`,
      tag: `messages:${bia}`,
    });
  });

  it('carries 80 characters of what people wrote at most, cut between them', () => {
    const { body } = pushNotice({ ...message, content: '🎮'.repeat(200) });
    expect([...body]).toHaveLength(80);
    expect(body).toBe(`${'🎮'.repeat(79)}…`);
  });

  it('of an order leads to it, on the side of who reads', () => {
    expect(pushNotice(paid)).toMatchObject({
      title: 'Pedido GLD-7K3MQX',
      url: `/sales?pedido=${order}`,
      tag: `order:${order}`,
    });
    expect(pushNotice({ ...paid, buys: true }).url).toBe(`/sales?aba=compras&pedido=${order}`);
  });

  it('of the team says no more than that there is something, and leads to it', () => {
    const content = 'Sua conta foi suspensa. Motivo: segredo';
    const told = (event: string, type = 'moderation') =>
      pushNotice({ ...message, type, content, senderId: null, additionalInfo: { event } });
    expect(told('decision')).toEqual({
      title: 'Guilda',
      body: 'Há uma mensagem da equipe da Guilda para você.',
      url: '/user/settings#decisoes',
      tag: 'notice:n1',
    });
    expect(told('case_decided').url).toBe('/user/settings#denuncias');
    expect(told('export_ready', 'export')).toMatchObject({
      body: content,
      url: '/user/settings#dados',
    });
  });

  it('says no word of what is for adults', () => {
    const secret = 'segredo';
    const told = [paid, { ...message, type: 'like', additionalInfo: { postId: order } }].map(
      (facts) => pushNotice({ ...facts, content: secret, discreet: true }),
    );
    expect(JSON.stringify(told)).not.toContain(secret);
    expect(told[1]?.url).toBe(`/post/${order}`);
  });
});

describe('a mail of an order', () => {
  it('says what happened, where to see it and how to choose', async () => {
    const mail = await orderMail(paid, 'ana@pessoas.example', 'https://guilda.example');
    expect(mail).toMatchObject({
      id: 'order-n1',
      to: 'ana@pessoas.example',
      subject: 'Você tem um novo pedido: GLD-7K3MQX',
    });
    expect(mail.text).toContain('O pedido GLD-7K3MQX (“Aula <b>”) foi pago.');
    expect(mail.text).toContain(`https://guilda.example/sales?pedido=${order}`);
    expect(mail.text).toContain('https://guilda.example/user/settings#avisos');
    expect(mail.html).toContain('Aula &lt;b&gt;');
    expect(mail.unsubscribeUrl).toBeUndefined();
  });

  it('does not name what is for adults', async () => {
    const mail = await orderMail(
      { ...paid, discreet: true },
      'ana@pessoas.example',
      'https://g.example',
    );
    expect(JSON.stringify(mail)).not.toContain('Aula');
  });
});

const missed = (count: number, name = 'Bia') => ({ senderId: bia, name, count, waited: true });

describe('a mail of missed messages', () => {
  it.each([
    [[1], 'Você tem 1 mensagem não lida de Bia'],
    [[3], 'Você tem 3 mensagens não lidas de Bia'],
    [[2, 1], 'Você tem 3 mensagens não lidas de Bia e mais 1 pessoa'],
    [[1, 1, 2], 'Você tem 4 mensagens não lidas de Bia e mais 2 pessoas'],
    [[100], 'Você tem mais de 100 mensagens não lidas de Bia'],
  ])('of %j', ([first = 1, ...rest], text) => {
    expect(missedText([missed(first), ...rest.map((count) => missed(count))])).toBe(text);
  });

  it('leads to the chat, and out of these mails by one press', async () => {
    const mail = await missedMail([missed(1, 'Bia\r\nBcc: <x@evil.example>')], {
      id: 'missed-1',
      to: 'ana@pessoas.example',
      publicUrl: 'https://guilda.example',
      unsubscribeUrl: 'https://guilda.example/avisos/sair/x',
    });
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).toContain('&lt;x@evil.example&gt;');
    expect(mail.text).toContain(`https://guilda.example/?conversa=${bia}`);
    expect(mail.text).toContain('https://guilda.example/avisos/sair/x');
    expect(mail.unsubscribeUrl).toBe('https://guilda.example/avisos/sair/x');
  });
});
