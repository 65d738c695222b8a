import { describe, expect, test } from 'vitest';
import { notificationTarget } from './notification-target.ts';
import { badgesOffset, notificationText } from './notification-text.ts';

const textOf = (type: string, content: string, event = '', senderName: string | null = 'Bia') =>
  notificationText({ type, content, senderName, additionalInfo: event ? { event } : {} });

describe('notificationText', () => {
  test('returns the sender of a message as lead', () => {
    expect(textOf('message', 'Bora jogar?', 'message')).toEqual({
      lead: 'Bia',
      text: ' Bora jogar?',
    });
    expect(textOf('message', 'Olá! O atendimento vai começar.', 'started').lead).toBe('Bia');
  });

  test('returns the event of an order notification as lead', () => {
    expect(textOf('payment', 'O pedido foi pago.', 'paid').lead).toBe('Pagamento');
    expect(textOf('payment', 'O pedido foi reembolsado.', 'refunded').lead).toBe('Reembolso');
    expect(textOf('achievement', 'Nota 5.', 'reviewed').lead).toBe('Avaliação');
    expect(textOf('payment', 'Seu saque foi pago.', 'withdrawal_settled', null).lead).toBe('Saque');
  });

  test('does not repeat a lead with which the text begins', () => {
    expect(textOf('like', 'Bia e mais 2 pessoas curtiram.', 'like')).toEqual({
      lead: 'Bia',
      text: ' e mais 2 pessoas curtiram.',
    });
    expect(textOf('call', 'Ligação perdida de Bia.', 'missed')).toEqual({
      lead: 'Ligação perdida',
      text: ' de Bia.',
    });
    expect(textOf('like', 'Biatriz curtiu.', 'like')).toEqual({
      lead: 'Bia',
      text: ' Biatriz curtiu.',
    });
  });

  test('uses the brand as lead without sender and topic', () => {
    expect(textOf('novidade', 'Novas regras.', '', null).lead).toBe('Guilda');
    expect(textOf('achievement', 'Membro há mais de 1 ano', '', null).lead).toBe('Selo novo');
  });
});

describe('badgesOffset', () => {
  const offsetOf = (type: string, content: string, event: string, senderName: string | null) => {
    const notification = { type, content, senderName, additionalInfo: { event } };
    const { lead, text } = notificationText(notification);
    const offset = badgesOffset(notification, lead, text);
    return offset === null ? null : lead + text.slice(0, offset);
  };

  test('places badges after the name', () => {
    expect(offsetOf('message', 'Bia, cadê?', 'message', 'Bia')).toBe('Bia');
    expect(offsetOf('like', 'Bia e mais 2 pessoas curtiram.', 'like', 'Bia')).toBe('Bia');
    expect(offsetOf('call', 'Ligação perdida de Bia.', 'missed', 'Bia')).toBe(
      'Ligação perdida de Bia',
    );
  });

  test('places no badges without a name', () => {
    expect(offsetOf('payment', 'O pedido foi pago.', 'paid', 'O')).toBeNull();
    expect(offsetOf('novidade', 'Novas regras.', '', null)).toBeNull();
  });
});

describe('notificationTarget', () => {
  const linkOf = (type: string, additionalInfo: Record<string, string>, senderId = 'bia') =>
    notificationTarget({ type, senderId, additionalInfo });

  test('leads from messages, greetings and missed calls to the chat with their sender', () => {
    expect(linkOf('message', {})).toEqual({ chatWith: 'bia' });
    expect(linkOf('message', { paymentId: 'p', event: 'started' })).toEqual({ chatWith: 'bia' });
    expect(linkOf('call', { callId: 'c' })).toEqual({ chatWith: 'bia' });
  });

  test('leads from order notifications to the order or its review', () => {
    const orderLink = (event: string, type = 'payment') => linkOf(type, { paymentId: 'p', event });
    expect(orderLink('paid')).toEqual({ page: '/sales?pedido=p&acao=ver' });
    expect(orderLink('refunded')).toEqual({ page: '/sales?pedido=p&acao=ver' });
    expect(orderLink('reviewed', 'achievement')).toEqual({
      page: '/sales?pedido=p&acao=avaliacao',
    });
    expect(linkOf('payment', { withdrawalId: 'w' })).toEqual({ page: '/sales?aba=carteira' });
  });

  test('leads from post notifications to the post, and from comments to its comments', () => {
    expect(linkOf('like', { postId: 'x', event: 'like' })).toEqual({ page: '/post/x' });
    expect(linkOf('comment', { postId: 'x', event: 'comment' })).toEqual({
      page: '/post/x#comentarios',
    });
  });

  test('leads from decisions and exports to their section of the settings', () => {
    expect(linkOf('moderation', { event: 'case_decided', caseId: 'c' })).toEqual({
      page: '/user/settings/denuncias',
    });
    expect(linkOf('moderation', { event: 'decision', decisionId: 'd' })).toEqual({
      page: '/user/settings/decisoes',
    });
    expect(linkOf('moderation', { event: 'decision_lifted', decisionId: 'd' })).toEqual({
      page: '/user/settings/decisoes',
    });
    expect(linkOf('export', { event: 'export_ready', exportId: 'e' })).toEqual({
      page: '/user/settings/dados',
    });
  });

  test('returns no link without an id', () => {
    expect(linkOf('gift', {})).toBeNull();
    expect(notificationTarget({ type: 'message', senderId: null, additionalInfo: {} })).toBeNull();
  });
});
