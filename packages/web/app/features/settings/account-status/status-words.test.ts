import { decisionActions, outcomes, subjectKinds } from '@guilda/contract/moderation/moderation';
import { expect, test } from 'vitest';
import { canAppeal, decisionText, outcomeText } from './status-words.ts';

const subjectOf = (kind: (typeof subjectKinds)[number]) => ({ kind, id: 'x', excerpt: '' });

test('the text of a decision agrees in gender with its subject', () => {
  expect(decisionText({ action: 'hide', subject: subjectOf('post') })).toBe(
    'Sua publicação foi ocultada pela equipe',
  );
  expect(decisionText({ action: 'hide', subject: subjectOf('comment') })).toBe(
    'Seu comentário foi ocultado pela equipe',
  );
  expect(decisionText({ action: 'blur', subject: subjectOf('service') })).toBe(
    'Seu serviço foi marcado como +18',
  );
  expect(decisionText({ action: 'suspend', subject: subjectOf('user') })).toBe(
    'Sua conta foi suspensa',
  );
});

test('every decision has a text', () => {
  for (const action of decisionActions)
    for (const kind of subjectKinds)
      expect(decisionText({ action, subject: subjectOf(kind) })).not.toContain('undefined');
  for (const outcome of outcomes) expect(outcomeText({ outcome })).toBeTruthy();
  expect(outcomeText({ outcome: null })).toBeNull();
});

test('a decision that is in force can be appealed once', () => {
  const appeal = { code: 'REC-0001', state: 'open', outcome: null, answer: null } as const;
  expect(canAppeal({ liftedAt: null, appeal: null })).toBe(true);
  expect(canAppeal({ liftedAt: null, appeal })).toBe(false);
  expect(canAppeal({ liftedAt: '2026-01-01T00:00:00.000Z', appeal: null })).toBe(false);
});
