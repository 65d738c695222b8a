import { beforeEach, expect, test } from 'vitest';
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
  toastError(new Error('Nome de usuário já está em uso.'));
  expect(currentToast()).toMatchObject({
    title: 'Algo deu errado...',
    text: 'Nome de usuário já está em uso.',
    tone: 'error',
  });
});

test.each([[undefined], [null], [{}], [new Error('')], ['']])(
  'the error %s has no text of its own',
  (error) => {
    expect(messageOfError(error)).toBe('Erro desconhecido');
  },
);
