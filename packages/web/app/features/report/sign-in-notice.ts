import { toast } from '../../ui/feedback/toast.ts';

/** Toast that asks a visitor to sign in, because the team must know who reports. */
export function notifySignInNeeded(): void {
  const text = 'Você precisa estar logado para enviar uma denúncia.';
  toast({ title: 'Erro', text, tone: 'error' });
}
