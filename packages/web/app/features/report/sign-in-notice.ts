import { toast } from '../../ui/feedback/toast.ts';

/**
 * Toast that asks a visitor to sign in, because the team must know who reports. With `openSignIn` it has a button for
 * it.
 */
export function notifySignInNeeded(openSignIn?: () => void): void {
  const text = 'Você precisa estar logado para enviar uma denúncia.';
  const action = openSignIn && { label: 'Entrar', run: openSignIn };
  toast({ title: 'Erro', text, tone: 'error', action });
}
