import type { Dispute } from '@guilda/contract/orders/dispute';
import { describe, expect, test } from 'vitest';
import { buildDispute } from '../../../test/fixtures/dispute-builders.ts';
import { disputeEndingOf } from './dispute.ts';
import { disputeSteps } from './dispute-steps.ts';
import { disputeStatusText } from './dispute-text.ts';

const timeOnDay = (day: number) => `2026-11-${day}T12:09:00.000Z`;
const testNow = new Date('2026-11-20T15:00:00.000Z');
const deadlineTextOf = (day: number) =>
  `${day}/11, ${new Date(timeOnDay(day)).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })}`;

const openDispute = buildDispute({
  openedAt: timeOnDay(20),
  answerBy: timeOnDay(22),
  decideBy: timeOnDay(23),
});
const contestAnswer = { accept: false, message: 'Entreguei.', offer: null };
const contestedDispute: Dispute = {
  ...openDispute,
  state: 'answered',
  answer: contestAnswer,
  answeredAt: timeOnDay(21),
};
const disputeWithOffer: Dispute = {
  ...contestedDispute,
  answer: { ...contestAnswer, offer: '20.00' },
};
const endedDispute = (dispute: Dispute, overrides: Partial<Dispute>): Dispute => ({
  ...dispute,
  state: 'resolved',
  outcome: 'refunded',
  refundedAmount: '45.00',
  decidedAt: timeOnDay(22),
  ...overrides,
});

const orderWithDispute = (dispute: Dispute | null) => ({
  buyerName: 'Bia',
  sellerName: 'Vera',
  price: '45.00',
  dispute,
});

describe('the state of a dispute in words', () => {
  const textOf = (dispute: Dispute, side: 'buyer' | 'seller' | null, moment = testNow) => {
    const { summary = '', consequence = null } =
      disputeStatusText(orderWithDispute(dispute), side, moment) ?? {};
    return consequence === null ? summary : `${summary} ${consequence}`;
  };

  test.each([
    [
      'buyer',
      openDispute,
      `Vera tem até ${deadlineTextOf(22)}, para responder. Sem resposta, R$ 45,00 voltam para você.`,
    ],
    [
      'seller',
      openDispute,
      `Você tem até ${deadlineTextOf(22)}, para responder. Sem resposta, R$ 45,00 voltam para Bia.`,
    ],
    [
      null,
      openDispute,
      `Vera tem até ${deadlineTextOf(22)}, para responder. Sem resposta, R$ 45,00 voltam para Bia.`,
    ],
    [
      'buyer',
      contestedDispute,
      `A equipe decide até ${deadlineTextOf(23)}. Vera contestou. O dinheiro continua guardado.`,
    ],
    [
      'seller',
      contestedDispute,
      `A equipe decide até ${deadlineTextOf(23)}. Você contestou. O dinheiro continua guardado.`,
    ],
    [
      'buyer',
      disputeWithOffer,
      `Vera propõe devolver R$ 20,00. Aceite, ou espere: a equipe decide até ${deadlineTextOf(23)}.`,
    ],
    [
      'seller',
      disputeWithOffer,
      `A equipe decide até ${deadlineTextOf(23)}. Você propôs devolver R$ 20,00; Bia pode aceitar antes.`,
    ],
  ] as const)('is described for the %s', (side, dispute, text) => {
    expect(textOf(dispute, side)).toBe(text);
  });

  test('names tomorrow and today, and says when a deadline has passed', () => {
    expect(textOf(openDispute, 'buyer', new Date(timeOnDay(21)))).toContain('tem até amanhã, ');
    expect(textOf(openDispute, 'buyer', new Date('2026-11-22T11:00:00.000Z'))).toContain(
      'tem até hoje, ',
    );
    expect(textOf(openDispute, 'buyer', new Date(timeOnDay(22)))).toContain(
      'O prazo para responder acabou.',
    );
    expect(textOf(contestedDispute, 'seller', new Date(timeOnDay(24)))).toBe(
      'A decisão da equipe está atrasada. O caso está no começo da fila. O dinheiro continua guardado.',
    );
  });

  const acceptedAnswer = { accept: true, message: null, offer: null };
  test.each([
    [
      endedDispute(openDispute, { answer: acceptedAnswer }),
      'Vera devolveu tudo: R$ 45,00 voltam para você.',
      'Você devolveu tudo: R$ 45,00 voltam para Bia.',
    ],
    [
      endedDispute(openDispute, {}),
      'Vera não respondeu a tempo: R$ 45,00 voltam para você.',
      'Você não respondeu a tempo: R$ 45,00 voltam para Bia.',
    ],
    [
      endedDispute(contestedDispute, {}),
      'O meio de pagamento devolveu o valor: R$ 45,00 voltam para você.',
      'O meio de pagamento devolveu o valor: R$ 45,00 voltam para Bia.',
    ],
    [
      endedDispute(disputeWithOffer, { outcome: 'partly_refunded', refundedAmount: '20.00' }),
      'Você aceitou a proposta: R$ 20,00 voltam para você, e o resto fica com Vera.',
      'Bia aceitou a proposta: R$ 20,00 voltam para Bia, e o resto, menos a taxa, está na sua carteira.',
    ],
    [
      endedDispute(openDispute, { outcome: 'withdrawn' }),
      'Você retirou a disputa. O pedido segue como antes.',
      'Bia retirou a disputa. O pedido segue como antes.',
    ],
    [
      endedDispute(contestedDispute, {
        outcome: 'released',
        refundedAmount: '0.00',
        decisionReason: 'x',
      }),
      'A equipe decidiu: o dinheiro fica com Vera.',
      'A equipe decidiu: o dinheiro fica com você, menos a taxa, e já está na sua carteira.',
    ],
    [
      endedDispute(contestedDispute, { decisionReason: 'x' }),
      'A equipe decidiu: R$ 45,00 voltam para você.',
      'A equipe decidiu: R$ 45,00 voltam para Bia.',
    ],
    [
      endedDispute(contestedDispute, {
        outcome: 'partly_refunded',
        refundedAmount: '20.00',
        decisionReason: 'x',
      }),
      'A equipe decidiu: R$ 20,00 voltam para você, e o resto fica com Vera.',
      'A equipe decidiu: R$ 20,00 voltam para Bia, e o resto, menos a taxa, está na sua carteira.',
    ],
  ] as const)('describes its outcome (%#)', (dispute, forBuyer, forSeller) => {
    expect(textOf(dispute, 'buyer')).toBe(forBuyer);
    expect(textOf(dispute, 'seller')).toBe(forSeller);
  });

  test('an order without a dispute has no state', () => {
    expect(disputeStatusText(orderWithDispute(null), 'buyer', testNow)).toBeNull();
    expect(disputeEndingOf(orderWithDispute(openDispute))).toBeNull();
  });
});

describe('the timeline of a dispute', () => {
  const timelineTexts = (dispute: Dispute | null) =>
    disputeSteps(orderWithDispute(dispute)).map(({ label, state, time }) =>
      [label, state, time?.slice(8, 10)].filter(Boolean).join(' '),
    );

  test('shows past steps, the awaited step with its deadline, and the next ones', () => {
    expect(timelineTexts(null)).toEqual([]);
    expect(timelineTexts(openDispute)).toEqual([
      'Aberta done 20',
      'Resposta current 22',
      'Decisão future',
    ]);
    expect(timelineTexts(contestedDispute)).toEqual([
      'Aberta done 20',
      'Resposta done 21',
      'Decisão current 23',
    ]);
  });

  test('ends with the outcome of the dispute', () => {
    const acceptedDispute = {
      answer: { accept: true, message: null, offer: null },
      answeredAt: timeOnDay(22),
    };
    expect(timelineTexts(endedDispute(openDispute, acceptedDispute))).toEqual([
      'Aberta done 20',
      'Devolvido done 22',
    ]);
    expect(timelineTexts(endedDispute(openDispute, {}))).toEqual([
      'Aberta done 20',
      'Sem resposta done 22',
      'Devolvido done 22',
    ]);
    expect(timelineTexts(endedDispute(disputeWithOffer, { outcome: 'partly_refunded' }))).toEqual([
      'Aberta done 20',
      'Resposta done 21',
      'Acordo done 22',
    ]);
    expect(timelineTexts(endedDispute(openDispute, { outcome: 'withdrawn' }))).toEqual([
      'Aberta done 20',
      'Retirada done 22',
    ]);
    expect(timelineTexts(endedDispute(openDispute, { decisionReason: 'x' }))).toEqual([
      'Aberta done 20',
      'Decisão done 22',
    ]);
  });
});
