import { pageReload } from '../../lib/navigation/page-reload.ts';
import { toast } from '../feedback/toast.ts';

async function doesServerAnswer(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(3_000);
    return (await fetch('/healthz', { cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}

/**
 * Shows why code could not be loaded. If the server answers, a new version has probably replaced the code of this page,
 * and only reloading helps.
 */
export async function toastMissingCode(): Promise<void> {
  if (await doesServerAnswer()) {
    toast({
      title: 'Não deu para abrir esta parte',
      text: 'Recarregue a página para continuar. A Guilda pode ter sido atualizada.',
      tone: 'warn',
      action: { label: 'Recarregar', run: () => pageReload.run() },
    });
    return;
  }
  toast({
    title: 'Algo deu errado...',
    text: 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
    tone: 'error',
  });
}
