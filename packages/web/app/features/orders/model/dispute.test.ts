import type { Dispute } from '@guilda/contract/order-dispute';
import type { Payment } from '@guilda/contract/orders';
import { describe, expect, test } from 'vitest';
import { disputeEndingOf } from '../../disputes/dispute.ts';
import { disputeSteps } from '../../disputes/dispute-steps.ts';
import { disputeStatusText } from '../../disputes/dispute-text.ts';
import { availableActions } from './available-actions.ts';
import { groupByColumn, isOpenOrder } from './board-columns.ts';
import { findDialogAction } from './dialog-action.ts';
import { refundedPartText } from './refunded-part.ts';
import { stepText } from './step-text.ts';

const at = (day: number) => `2026-11-${day}T12:09:00.000Z`;
const now = new Date('2026-11-20T15:00:00.000Z');
const when = (day: number) =>
  `${day}/11, ${new Date(at(day)).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })}`;

const open: Dispute = {
  id: 'd',
  state: 'open',
  reason: 'other',
  description: 'Faltou metade.',
  openedAt: at(20),
  answerBy: at(22),
  decideBy: at(23),
  answer: null,
  answeredAt: null,
  outcome: null,
  refundedAmount: '0.00',
  decidedAt: null,
  decisionReason: null,
};
const contest = { accept: false, message: 'Entreguei.', offer: null };
const contested: Dispute = { ...open, state: 'answered', answer: contest, answeredAt: at(21) };
const offered: Dispute = { ...contested, answer: { ...contest, offer: '20.00' } };
const ended = (of: Dispute, more: Partial<Dispute>): Dispute => ({
  ...of,
  state: 'resolved',
  outcome: 'refunded',
  refundedAmount: '45.00',
  decidedAt: at(22),
  ...more,
});

function order(dispute: Dispute | null, more: Partial<Payment> = {}): Payment {
  return {
    id: '1',
    serviceStatus: 'in_progress',
    buyerId: 'b',
    sellerId: 's',
    buyerName: 'Bia',
    sellerName: 'Vera',
    price: '45.00',
    refundedAmount: '0.00',
    type: 'call',
    reviewed: false,
    checkoutUrl: null,
    heldUntil: null,
    createdAt: at(19),
    steps: [],
    dispute,
    ...more,
  } as Payment;
}

const buyer = { uid: 'b', role: 'user' } as const;
const seller = { uid: 's', role: 'user' } as const;
const team = { uid: 't', role: 'admin' } as const;

describe('the actions of a dispute', () => {
  test('the buyer disputes once, while the money is with neither of the two', () => {
    const can = (subject: Payment) => availableActions(subject, buyer).includes('dispute');
    expect(can(order(null))).toBe(true);
    expect(can(order(null, { serviceStatus: 'complete', heldUntil: at(24) }))).toBe(true);
    expect(can(order(null, { serviceStatus: 'complete' }))).toBe(false);
    expect(can(order(null, { serviceStatus: 'awaiting_start' }))).toBe(false);
    expect(can(order(null, { price: '0.00' }))).toBe(false);
    expect(can(order(ended(open, { outcome: 'withdrawn' })))).toBe(false);
    expect(availableActions(order(null), seller)).not.toContain('dispute');
  });

  test('while it is unresolved nobody ends or refunds the order otherwise', () => {
    expect(availableActions(order(open), buyer)).toEqual(['withdrawDispute']);
    expect(availableActions(order(offered), buyer)).toEqual(['acceptOffer', 'withdrawDispute']);
    expect(availableActions(order(open), seller)).toEqual(['contest', 'returnAll']);
    expect(availableActions(order(contested), seller)).toEqual(['returnAll']);
    expect(availableActions(order(open), team)).toEqual([]);
  });

  test('afterwards the order has its usual actions again', () => {
    const withdrawn = order(ended(open, { outcome: 'withdrawn', refundedAmount: '0.00' }));
    expect(availableActions(withdrawn, buyer)).toEqual(['end']);
    expect(availableActions(withdrawn, seller)).toEqual(['end']);
  });

  test('a notification opens the history, where the dispute stands', () => {
    expect(findDialogAction(order(open), seller, 'ver')).toBe('details');
    expect(findDialogAction(order(open), seller, 'contestar')).toBe('contest');
    expect(findDialogAction(order(contested), seller, 'contestar')).toBeNull();
    expect(findDialogAction(order(null), buyer, 'problema')).toBe('dispute');
  });

  test('a disputed order has a column of its own and stays open', () => {
    const complete = order(contested, { serviceStatus: 'complete' });
    expect(groupByColumn([complete], 'seller').disputed).toEqual([complete]);
    expect(isOpenOrder(complete)).toBe(true);
    const waiting = order(open, { id: '2', createdAt: at(18) });
    expect(groupByColumn([complete, waiting], 'buyer').disputed).toEqual([waiting, complete]);
  });
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
      `Vera tem até ${when(22)}, para responder. Sem resposta, R$ 45,00 voltam para você.`,
    ],
    [
      'seller',
      open,
      `Você tem até ${when(22)}, para responder. Sem resposta, R$ 45,00 voltam para Bia.`,
    ],
    [
      null,
      open,
      `Vera tem até ${when(22)}, para responder. Sem resposta, R$ 45,00 voltam para Bia.`,
    ],
    [
      'buyer',
      contested,
      `A equipe decide até ${when(23)}. Vera contestou. O dinheiro continua guardado.`,
    ],
    [
      'seller',
      contested,
      `A equipe decide até ${when(23)}. Você contestou. O dinheiro continua guardado.`,
    ],
    [
      'buyer',
      offered,
      `Vera propõe devolver R$ 20,00. Aceite, ou espere: a equipe decide até ${when(23)}.`,
    ],
    [
      'seller',
      offered,
      `A equipe decide até ${when(23)}. Você propôs devolver R$ 20,00; Bia pode aceitar antes.`,
    ],
  ] as const)('read by the %s', (side, dispute, text) => {
    expect(textOf(dispute, side)).toBe(text);
  });

  test('names tomorrow and today, and says when a time has passed', () => {
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
      ended(open, { answer: accepted }),
      'Vera devolveu tudo: R$ 45,00 voltam para você.',
      'Você devolveu tudo: R$ 45,00 voltam para Bia.',
    ],
    [
      ended(open, {}),
      'Vera não respondeu a tempo: R$ 45,00 voltam para você.',
      'Você não respondeu a tempo: R$ 45,00 voltam para Bia.',
    ],
    [
      ended(contested, {}),
      'O meio de pagamento devolveu o valor: R$ 45,00 voltam para você.',
      'O meio de pagamento devolveu o valor: R$ 45,00 voltam para Bia.',
    ],
    [
      ended(offered, { outcome: 'partly_refunded', refundedAmount: '20.00' }),
      'Você aceitou a proposta: R$ 20,00 voltam para você, e o resto fica com Vera.',
      'Bia aceitou a proposta: R$ 20,00 voltam para Bia, e o resto, menos a taxa, está na sua carteira.',
    ],
    [
      ended(open, { outcome: 'withdrawn' }),
      'Você retirou a disputa. O pedido segue como antes.',
      'Bia retirou a disputa. O pedido segue como antes.',
    ],
    [
      ended(contested, { outcome: 'released', refundedAmount: '0.00', decisionReason: 'x' }),
      'A equipe decidiu: o dinheiro fica com Vera.',
      'A equipe decidiu: o dinheiro fica com você, menos a taxa, e já está na sua carteira.',
    ],
    [
      ended(contested, { decisionReason: 'x' }),
      'A equipe decidiu: R$ 45,00 voltam para você.',
      'A equipe decidiu: R$ 45,00 voltam para Bia.',
    ],
    [
      ended(contested, {
        outcome: 'partly_refunded',
        refundedAmount: '20.00',
        decisionReason: 'x',
      }),
      'A equipe decidiu: R$ 20,00 voltam para você, e o resto fica com Vera.',
      'A equipe decidiu: R$ 20,00 voltam para Bia, e o resto, menos a taxa, está na sua carteira.',
    ],
  ] as const)('says how it ended (%#)', (dispute, forBuyer, forSeller) => {
    expect(textOf(dispute, 'buyer')).toBe(forBuyer);
    expect(textOf(dispute, 'seller')).toBe(forSeller);
  });

  test('an order without a dispute has no state', () => {
    expect(disputeStatusText(order(null), 'buyer', now)).toBeNull();
    expect(disputeEndingOf(order(open))).toBeNull();
  });
});

describe('the timeline of a dispute', () => {
  const shown = (dispute: Dispute | null) =>
    disputeSteps(order(dispute)).map(({ label, state, at: time }) =>
      [label, state, time?.slice(8, 10)].filter(Boolean).join(' '),
    );

  test('shows what happened, what is awaited until when, and what comes', () => {
    expect(shown(null)).toEqual([]);
    expect(shown(open)).toEqual(['Aberta done 20', 'Resposta current 22', 'Decisão future']);
    expect(shown(contested)).toEqual(['Aberta done 20', 'Resposta done 21', 'Decisão current 23']);
  });

  test('ends with the way it ended', () => {
    const accepted = { answer: { accept: true, message: null, offer: null }, answeredAt: at(22) };
    expect(shown(ended(open, accepted))).toEqual(['Aberta done 20', 'Devolvido done 22']);
    expect(shown(ended(open, {}))).toEqual([
      'Aberta done 20',
      'Sem resposta done 22',
      'Devolvido done 22',
    ]);
    expect(shown(ended(offered, { outcome: 'partly_refunded' }))).toEqual([
      'Aberta done 20',
      'Resposta done 21',
      'Acordo done 22',
    ]);
    expect(shown(ended(open, { outcome: 'withdrawn' }))).toEqual([
      'Aberta done 20',
      'Retirada done 22',
    ]);
    expect(shown(ended(open, { decisionReason: 'x' }))).toEqual([
      'Aberta done 20',
      'Decisão done 22',
    ]);
  });
});

test('a refund of a started order by the system is explained by the dispute', () => {
  const steps: Payment['steps'] = [
    { status: 'awaiting_start', at: at(19), by: 'provider' },
    { status: 'in_progress', at: at(19), by: 'seller' },
    { status: 'refunded', at: at(22), by: 'system' },
  ];
  const refunded = order(ended(open, {}), { steps });
  expect(steps.map((step) => stepText(step, refunded, 'b')).at(-1)).toBe(
    'Reembolsado automaticamente: a disputa ficou sem resposta',
  );
});

test('only a part that went back is named beside the price', () => {
  const text = (refundedAmount: string) => refundedPartText({ price: '45.00', refundedAmount });
  expect([text('0.00'), text('20.00'), text('45.00')]).toEqual([null, 'R$ 20,00 devolvidos', null]);
});
