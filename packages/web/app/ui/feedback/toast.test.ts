import { beforeEach, expect, test } from 'vitest';
import {
  dismissToast,
  messageOfError,
  TOAST_DURATION_MS,
  toast,
  toastError,
  useToastStore,
} from './toast.ts';

const current = () => useToastStore.getState().current;

beforeEach(() => dismissToast());

test('one toast at a time: the next takes the place of the one before', () => {
  toast({ title: 'Um' });
  const first = current();
  toast({ title: 'Dois', tone: 'warn' });
  expect(first).toMatchObject({ title: 'Um', tone: 'success', duration: TOAST_DURATION_MS });
  expect(current()).toMatchObject({ title: 'Dois', tone: 'warn' });
});

test('a toast that has been replaced cannot take the new one away', () => {
  toast({ title: 'Um' });
  const first = current();
  toast({ title: 'Dois' });
  dismissToast(first?.id);
  expect(current()?.title).toBe('Dois');
  dismissToast(current()?.id);
  expect(current()).toBeNull();
});

test('a failure is shown with its own text', () => {
  toastError(new Error('Nome de usuário já está em uso.'));
  expect(current()).toMatchObject({
    title: 'Algo deu errado...',
    text: 'Nome de usuário já está em uso.',
    tone: 'error',
  });
});

test.each([[undefined], [null], [{}], [new Error('')], ['']])('%s carries no text', (error) => {
  expect(messageOfError(error)).toBe('Erro desconhecido');
});
