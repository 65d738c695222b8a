import { readPushState } from '../../../lib/push/push.ts';
import type { SelfCheckFinding } from './finding.ts';

const ok = (text: string): SelfCheckFinding => ({ state: 'ok', text });
const warn = (text: string): SelfCheckFinding => ({ state: 'warn', text });
const idle = (text: string): SelfCheckFinding => ({ state: 'idle', text });

const pushFindings: Readonly<Record<Awaited<ReturnType<typeof readPushState>>, SelfCheckFinding>> =
  {
    on: ok('Ligados. Envie um aviso de teste para ver chegar.'),
    off: idle('Desligados. Ligue em Configurações › Avisos.'),
    denied: warn('Bloqueados nas permissões do navegador.'),
    unsupported: idle('Este navegador não oferece avisos, ou pede que o site seja instalado.'),
  };

export async function checkPush(uid: string): Promise<SelfCheckFinding> {
  try {
    return pushFindings[await readPushState(uid)];
  } catch {
    return warn('O navegador não respondeu.');
  }
}

export async function checkPermission(): Promise<SelfCheckFinding> {
  if (!('Notification' in window)) return idle('Este navegador não oferece avisos.');
  if (Notification.permission === 'granted') return ok('Concedida.');
  if (Notification.permission === 'denied')
    return warn('Negada. Só as permissões do navegador mudam isso.');
  return idle('Ainda não foi pedida.');
}

/** Whether a call could ring by itself: browsers allow it on pages that were touched. */
export async function checkAutoplay(): Promise<SelfCheckFinding> {
  let context: AudioContext;
  try {
    context = new AudioContext();
  } catch {
    return { state: 'fail', text: 'Este navegador não toca som.' };
  }
  const { state } = context;
  await context.close().catch(() => undefined);
  if (state === 'running') return ok('O navegador deixa tocar sozinho.');
  return idle('O som toca depois que você clica na página uma vez.');
}

function keepsValues(): boolean {
  const key = 'guilda-teste';
  try {
    localStorage.setItem(key, '1');
    const kept = localStorage.getItem(key) === '1';
    localStorage.removeItem(key);
    return kept;
  } catch {
    return false;
  }
}

const opensDatabase = () =>
  new Promise<boolean>((resolve) => {
    try {
      const opening = indexedDB.open('guilda-teste');
      opening.onerror = () => resolve(false);
      opening.onsuccess = () => {
        opening.result.close();
        indexedDB.deleteDatabase('guilda-teste');
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });

export async function checkStorage(): Promise<SelfCheckFinding> {
  if (!keepsValues())
    return { state: 'fail', text: 'O navegador não guarda nada: a entrada não vai durar.' };
  if (!(await opensDatabase()))
    return warn('Mensagens escritas sem rede não ficam guardadas neste modo do navegador.');
  return ok('Funciona.');
}

/** The build that runs in this tab. */
export async function checkVersion(): Promise<SelfCheckFinding> {
  const { __reactRouterManifest: manifest } = window as {
    __reactRouterManifest?: { version?: string };
  };
  return ok(manifest?.version || 'Em desenvolvimento');
}
