import { describe, expect, it } from 'vitest';
import {
  actionQuestion,
  ageActionsFor,
  availableActionsFor,
  hideHintFor,
} from './available-actions.ts';

describe('the action about the age of a person', () => {
  it.each([
    [null, null, 'require_age'],
    [null, 16, 'require_age'],
    [null, 18, null],
    [16, null, 'require_age'],
    [16, 16, null],
    [16, 18, null],
    [18, 16, 'require_age'],
    [18, 18, null],
  ] as const)(
    'with the account age %s and the proven age %s is %s',
    (accountAge, verifiedAge, action) => {
      const actions = ageActionsFor({ ageRequired: false, verifiedAge }, accountAge);
      expect(actions.map((each) => each.action)).toEqual(action === null ? [] : [action]);
    },
  );

  it('ends the age requirement where there is one', () => {
    const actions = ageActionsFor({ ageRequired: true, verifiedAge: null }, 16);
    expect(actions.map((each) => each.action)).toEqual(['waive_age']);
  });
});

describe('the refund of the order of a support request', () => {
  const person = { displayName: null, photoURL: null, badges: [], status: 'offline' as const };
  const actionsAt = (serviceStatus: string) => {
    const order = {
      ...{ id: 'o', purchaseCode: 'GLD-1', productName: 'Aula', price: '10.00', serviceStatus },
      buyer: { ...person, uid: 'b', username: 'compra' },
      seller: { ...person, uid: 's', username: 'vende' },
    };
    const supportCase = { kind: 'support', subject: null, order, about: null } as const;
    return availableActionsFor(supportCase, 'answered', null).map(({ action }) => action);
  };

  it.each(['awaiting_start', 'in_progress'])('is offered for an order that is %s', (status) => {
    expect(actionsAt(status)).toEqual(['refund']);
  });

  it.each(['awaiting_payment', 'complete', 'cancelled', 'refunded'])(
    'is not offered for an order that is %s',
    (status) => expect(actionsAt(status)).toEqual([]),
  );
});

it.each(['service', 'post'] as const)('hiding a %s says that its author still sees it', (kind) => {
  expect(hideHintFor(kind)).toContain('Some para os outros; quem fez ainda vê e recebe o motivo.');
});

describe('the question before a suspension', () => {
  it('says what happens meanwhile, and claims nothing about devices', () => {
    const text = actionQuestion({ action: 'suspend', days: 7 });
    expect(text).toContain('suspensa por 7 dias');
    expect(text).toContain('não pagos são cancelados');
    expect(text).not.toMatch(/aparelhos|reembols/);
  });

  it('says of a permanent one that it refunds what was not started', () => {
    const text = actionQuestion({ action: 'suspend', days: undefined });
    expect(text).toContain('suspensa para sempre');
    expect(text).toContain('Vendas pagas que não começaram são reembolsadas.');
  });
});
