import { toast } from '../../ui/feedback/toast.ts';

/** Asks a visitor to sign in, because reports are never anonymous to the team. */
export function notifySignInNeeded(): void {
  const text = 'Você precisa estar logado para enviar uma denúncia.';
  toast({ title: 'Erro', text, tone: 'error' });
}
