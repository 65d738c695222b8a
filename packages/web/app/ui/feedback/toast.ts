import { limits } from '@guilda/contract/limits';
import { create } from 'zustand';
import { isPublicError } from '../../lib/api/public-error.ts';

/** `notice` is for neutral information, such as a new notification. */
export type ToastTone = 'success' | 'error' | 'warn' | 'notice';

export interface Toast {
  id: number;
  title: string;
  text?: string | undefined;
  tone: ToastTone;
  /** How long the toast is shown, in ms. */
  duration: number;
  /** One action of the person, such as undoing; it closes the toast. */
  action?: ToastAction | undefined;
}

export interface ToastAction {
  /** Label of the button: a verb. */
  readonly label: string;
  run(): void;
}

/** How long a toast is shown by default, in ms. */
export const TOAST_DURATION_MS = limits.toastMs;

interface ToastState {
  current: Toast | null;
  /** Number of toasts shown so far; it does not change when a toast is closed. */
  serial: number;
}

/** The toast on screen, or null. A new toast replaces the previous one. */
export const useToastStore = create<ToastState>(() => ({ current: null, serial: 0 }));

/** Shows a toast in place of the previous one. Can be called from any code in the browser. */
export function toast(input: {
  title: string;
  text?: string | undefined;
  tone?: ToastTone | undefined;
  duration?: number | undefined;
  action?: ToastAction | undefined;
}): void {
  const { title, text, tone = 'success', duration = TOAST_DURATION_MS, action } = input;
  useToastStore.setState((state) => {
    const id = state.serial + 1;
    return { serial: id, current: { id, title, text, tone, duration, action } };
  });
}

/** Closes the current toast; with an id only if that toast is the current one. */
export function dismissToast(toastId?: number): void {
  useToastStore.setState((state) =>
    toastId === undefined || state.current?.id === toastId ? { current: null } : state,
  );
}

/** The text of an error for people: its own text if that is meant for people, otherwise `fallbackText`. */
export function messageOfError(error: unknown, fallbackText = 'Erro desconhecido'): string {
  return (isPublicError(error) && error.message) || fallbackText;
}

/** Errors that need no toast: a warning was already shown, or the person cancelled. */
const silentErrorNames = new Set(['BlockedError', 'ConfirmationCancelledError']);

/** Shows a toast for an error, except for those that need none. */
export function toastError(error: unknown, title = 'Algo deu errado...'): void {
  if (error instanceof Error && silentErrorNames.has(error.name)) return;
  toast({ title, text: messageOfError(error), tone: 'error' });
}
