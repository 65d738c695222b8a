import { ApiError } from '@guilda/contract/api-error';
import { beforeEach, expect, test } from 'vitest';
import { NetworkError } from '../../lib/api/fetch-transport.ts';
import { PublicError } from '../../lib/api/public-error.ts';
import {
  dismissToast,
  messageOfError,
  TOAST_DURATION_MS,
  toast,
  toastError,
  useToastStore,
} from './toast.ts';

const currentToast = () => useToastStore.getState().current;

beforeEach(() => dismissToast());

test('one toast is shown at a time, and the next one replaces it', () => {
  toast({ title: 'Um' });
  const firstToast = currentToast();
  toast({ title: 'Dois', tone: 'warn' });
  expect(firstToast).toMatchObject({ title: 'Um', tone: 'success', duration: TOAST_DURATION_MS });
  expect(currentToast()).toMatchObject({ title: 'Dois', tone: 'warn' });
});

test('a replaced toast does not close the new one', () => {
  toast({ title: 'Um' });
  const firstToast = currentToast();
  toast({ title: 'Dois' });
  dismissToast(firstToast?.id);
  expect(currentToast()?.title).toBe('Dois');
  dismissToast(currentToast()?.id);
  expect(currentToast()).toBeNull();
});

test('a failure is shown with its own text', () => {
  toastError(new ApiError(409, { error: 'Nome de usuário já está em uso.' }));
  expect(currentToast()).toMatchObject({
    title: 'Algo deu errado...',
    text: 'Nome de usuário já está em uso.',
    tone: 'error',
  });
});

test('a failure without an answer and a failure of the app itself are shown with their own text', () => {
  expect(messageOfError(new NetworkError())).toMatch(/^Sem conexão com o servidor\./);
  expect(messageOfError(new PublicError('O pagamento já foi confirmado'))).toBe(
    'O pagamento já foi confirmado',
  );
});

test('the text of an unexpected error is not shown', () => {
  expect(messageOfError(new TypeError('x is undefined'))).toBe('Erro desconhecido');
  expect(messageOfError('the server did not acknowledge', 'Sem resposta.')).toBe('Sem resposta.');
});

test.each([[undefined], [null], [{}], [new ApiError(500, { error: '' })], ['']])(
  'the error %s has no text of its own',
  (error) => {
    expect(messageOfError(error)).toBe('Erro desconhecido');
  },
);
