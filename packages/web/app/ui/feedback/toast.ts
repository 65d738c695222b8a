import { create } from 'zustand';

/** `notice` is about something another person did. */
export type ToastTone = 'success' | 'error' | 'warn' | 'notice';

export interface Toast {
  id: number;
  title: string;
  text?: string | undefined;
  tone: ToastTone;
  /** ms on screen. */
  duration: number;
  /** One thing to do about it, such as taking it back; it closes the toast. */
  action?: ToastAction | undefined;
}

export interface ToastAction {
  /** A verb. */
  readonly label: string;
  run(): void;
}

/** Time a toast stays, in ms. */
export const TOAST_DURATION_MS = 5000;

interface ToastState {
  current: Toast | null;
  /** Number of the latest toast, also after that toast was closed. */
  serial: number;
}

/** The one toast on screen, or null. A new one replaces it. */
export const useToastStore = create<ToastState>(() => ({ current: null, serial: 0 }));

/** Shows a toast in place of the one before. Call it from anywhere in the browser. */
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
export function dismissToast(id?: number): void {
  useToastStore.setState((state) =>
    id === undefined || state.current?.id === id ? { current: null } : state,
  );
}

/** The text of a failure: the server's or the error's own, else `fallback`. */
export function messageOfError(error: unknown, fallback = 'Erro desconhecido'): string {
  if (error instanceof Error && error.message) return error.message;
  if (typeof error === 'string' && error) return error;
  return fallback;
}

/** The generic failure toast. A blocked request shows its own warning instead. */
export function toastError(error: unknown, title = 'Algo deu errado...'): void {
  if (error instanceof Error && error.name === 'BlockedError') return;
  toast({ title, text: messageOfError(error), tone: 'error' });
}
