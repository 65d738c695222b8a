import { toast } from '../../ui/toast.ts';

/** `spec §8`: a report needs somebody who signs for it. */
export function tellSignedOut(): void {
  const text = 'Você precisa estar logado para enviar uma denúncia.';
  toast({ title: 'Erro', text, tone: 'error' });
}
