import type { Dispute } from '@guilda/contract/dispute';
import { describe, expect, test } from 'vitest';
import { buildDispute } from '../../../test/fixtures/dispute-builders.ts';
import { disputeEndingOf } from './dispute.ts';
import { disputeSteps } from './dispute-steps.ts';
import { disputeStatusText } from './dispute-text.ts';

const at = (day: number) => `2026-11-${day}T12:09:00.000Z`;
const now = new Date('2026-11-20T15:00:00.000Z');
const deadlineTextOf = (day: number) =>
  `${day}/11, ${new Date(at(day)).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })}`;

const open = buildDispute({ openedAt: at(20), answerBy: at(22), decideBy: at(23) });
const contestAnswer = { accept: false, message: 'Entreguei.', offer: null };
const contested: Dispute = {
  ...open,
  state: 'answered',
  answer: contestAnswer,
  answeredAt: at(21),
};
const disputeWithOffer: Dispute = { ...contested, answer: { ...contestAnswer, offer: '20.00' } };
const endedDispute = (of: Dispute, more: Partial<Dispute>): Dispute => ({
  ...of,
  state: 'resolved',
  outcome: 'refunded',
  refundedAmount: '45.00',
  decidedAt: at(22),
  ...more,
});

const order = (dispute: Dispute | null) => ({
  buyerName: 'Bia',
  sellerName: 'Vera',
  price: '45.00',
  dispute,
});

describe('the state of a dispute in words', () => {
  const textOf = (dispute: Dispute, side: 'buyer' | 'seller' | null, moment = now) => {
    const { lead = '', after = null } = disputeStatusText(order(dispute), side, moment) ?? {};
    return after === null ? lead : `${lead} ${after}`;
  };

  test.each([
    [
      'buyer',
      open,
      `Vera tem até ${deadlineTextOf(22)}, para responder. Sem resposta, R$\u00a045,00 voltam para você.`,
    ],
    [
      'seller',
      open,
      `Você tem até ${deadlineTextOf(22)}, para responder. Sem resposta, R$\u00a045,00 voltam para Bia.`,
    ],
    [
      null,
      open,
      `Vera tem até ${deadlineTextOf(22)}, para responder. Sem resposta, R$\u00a045,00 voltam para Bia.`,
    ],
    [
      'buyer',
      contested,
      `A equipe decide até ${deadlineTextOf(23)}. Vera contestou. O dinheiro continua guardado.`,
    ],
    [
      'seller',
      contested,
      `A equipe decide até ${deadlineTextOf(23)}. Você contestou. O dinheiro continua guardado.`,
    ],
    [
      'buyer',
      disputeWithOffer,
      `Vera propõe devolver R$\u00a020,00. Aceite, ou espere: a equipe decide até ${deadlineTextOf(23)}.`,
    ],
    [
      'seller',
      disputeWithOffer,
      `A equipe decide até ${deadlineTextOf(23)}. Você propôs devolver R$\u00a020,00; Bia pode aceitar antes.`,
    ],
  ] as const)('is described for the %s', (side, dispute, text) => {
    expect(textOf(dispute, side)).toBe(text);
  });

  test('names tomorrow and today, and says when a deadline has passed', () => {
    expect(textOf(open, 'buyer', new Date(at(21)))).toContain('tem até amanhã, ');
    expect(textOf(open, 'buyer', new Date('2026-11-22T11:00:00.000Z'))).toContain('tem até hoje, ');
    expect(textOf(open, 'buyer', new Date(at(22)))).toContain('O prazo para responder acabou.');
    expect(textOf(contested, 'seller', new Date(at(24)))).toBe(
      'A decisão da equipe está atrasada. O caso está no começo da fila. O dinheiro continua guardado.',
    );
  });

  const accepted = { accept: true, message: null, offer: null };
  test.each([
    [
      endedDispute(open, { answer: accepted }),
      'Vera devolveu tudo: R$\u00a045,00 voltam para você.',
      'Você devolveu tudo: R$\u00a045,00 voltam para Bia.',
    ],
    [
      endedDispute(open, {}),
      'Vera não respondeu a tempo: R$\u00a045,00 voltam para você.',
      'Você não respondeu a tempo: R$\u00a045,00 voltam para Bia.',
    ],
    [
      endedDispute(contested, {}),
      'O meio de pagamento devolveu o valor: R$\u00a045,00 voltam para você.',
      'O meio de pagamento devolveu o valor: R$\u00a045,00 voltam para Bia.',
    ],
    [
      endedDispute(disputeWithOffer, { outcome: 'partly_refunded', refundedAmount: '20.00' }),
      'Você aceitou a proposta: R$\u00a020,00 voltam para você, e o resto fica com Vera.',
      'Bia aceitou a proposta: R$\u00a020,00 voltam para Bia, e o resto, menos a taxa, está na sua carteira.',
    ],
    [
      endedDispute(open, { outcome: 'withdrawn' }),
      'Você retirou a disputa. O pedido segue como antes.',
      'Bia retirou a disputa. O pedido segue como antes.',
    ],
    [
      endedDispute(contested, { outcome: 'released', refundedAmount: '0.00', decisionReason: 'x' }),
      'A equipe decidiu: o dinheiro fica com Vera.',
      'A equipe decidiu: o dinheiro fica com você, menos a taxa, e já está na sua carteira.',
    ],
    [
      endedDispute(contested, { decisionReason: 'x' }),
      'A equipe decidiu: R$\u00a045,00 voltam para você.',
      'A equipe decidiu: R$\u00a045,00 voltam para Bia.',
    ],
    [
      endedDispute(contested, {
        outcome: 'partly_refunded',
        refundedAmount: '20.00',
        decisionReason: 'x',
      }),
      'A equipe decidiu: R$\u00a020,00 voltam para você, e o resto fica com Vera.',
      'A equipe decidiu: R$\u00a020,00 voltam para Bia, e o resto, menos a taxa, está na sua carteira.',
    ],
  ] as const)('describes its outcome (%#)', (dispute, forBuyer, forSeller) => {
    expect(textOf(dispute, 'buyer')).toBe(forBuyer);
    expect(textOf(dispute, 'seller')).toBe(forSeller);
  });

  test('an order without a dispute has no state', () => {
    expect(disputeStatusText(order(null), 'buyer', now)).toBeNull();
    expect(disputeEndingOf(order(open))).toBeNull();
  });
});

describe('the timeline of a dispute', () => {
  const timelineTexts = (dispute: Dispute | null) =>
    disputeSteps(order(dispute)).map(({ label, state, at: time }) =>
      [label, state, time?.slice(8, 10)].filter(Boolean).join(' '),
    );

  test('shows past steps, the awaited step with its deadline, and the next ones', () => {
    expect(timelineTexts(null)).toEqual([]);
    expect(timelineTexts(open)).toEqual([
      'Aberta done 20',
      'Resposta current 22',
      'Decisão future',
    ]);
    expect(timelineTexts(contested)).toEqual([
      'Aberta done 20',
      'Resposta done 21',
      'Decisão current 23',
    ]);
  });

  test('ends with the outcome of the dispute', () => {
    const accepted = { answer: { accept: true, message: null, offer: null }, answeredAt: at(22) };
    expect(timelineTexts(endedDispute(open, accepted))).toEqual([
      'Aberta done 20',
      'Devolvido done 22',
    ]);
    expect(timelineTexts(endedDispute(open, {}))).toEqual([
      'Aberta done 20',
      'Sem resposta done 22',
      'Devolvido done 22',
    ]);
    expect(timelineTexts(endedDispute(disputeWithOffer, { outcome: 'partly_refunded' }))).toEqual([
      'Aberta done 20',
      'Resposta done 21',
      'Acordo done 22',
    ]);
    expect(timelineTexts(endedDispute(open, { outcome: 'withdrawn' }))).toEqual([
      'Aberta done 20',
      'Retirada done 22',
    ]);
    expect(timelineTexts(endedDispute(open, { decisionReason: 'x' }))).toEqual([
      'Aberta done 20',
      'Decisão done 22',
    ]);
  });
});
