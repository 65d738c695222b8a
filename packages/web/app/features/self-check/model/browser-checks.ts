import { readPushState } from '../../../lib/push/push.ts';
import type { SelfCheckFinding } from './finding.ts';

const okFinding = (text: string): SelfCheckFinding => ({ state: 'ok', text });
const warnFinding = (text: string): SelfCheckFinding => ({ state: 'warn', text });
const idleFinding = (text: string): SelfCheckFinding => ({ state: 'idle', text });

const pushFindings: Readonly<Record<Awaited<ReturnType<typeof readPushState>>, SelfCheckFinding>> =
  {
    on: okFinding('Ligados. Envie um aviso de teste para ver chegar.'),
    off: idleFinding('Desligados. Ligue em Configurações › Avisos.'),
    denied: warnFinding('Bloqueados nas permissões do navegador.'),
    unsupported: idleFinding(
      'Este navegador não oferece avisos, ou pede que o site seja instalado.',
    ),
  };

export async function checkPush(uid: string): Promise<SelfCheckFinding> {
  try {
    return pushFindings[await readPushState(uid)];
  } catch {
    return warnFinding('O navegador não respondeu.');
  }
}

export async function checkPermission(): Promise<SelfCheckFinding> {
  if (!('Notification' in window)) return idleFinding('Este navegador não oferece avisos.');
  if (Notification.permission === 'granted') return okFinding('Concedida.');
  if (Notification.permission === 'denied')
    return warnFinding('Negada. Só as permissões do navegador mudam isso.');
  return idleFinding('Ainda não foi pedida.');
}

/**
 * Whether the ringtone could start without a gesture: browsers allow sound on pages that the person has interacted
 * with.
 */
export async function checkAutoplay(): Promise<SelfCheckFinding> {
  let context: AudioContext;
  try {
    context = new AudioContext();
  } catch {
    return { state: 'fail', text: 'Este navegador não toca som.' };
  }
  const { state } = context;
  await context.close().catch(() => undefined);
  if (state === 'running') return okFinding('O navegador deixa tocar sozinho.');
  return idleFinding('O som toca depois que você clica na página uma vez.');
}

function isLocalStorageUsable(): boolean {
  const key = 'guilda-teste';
  try {
    localStorage.setItem(key, '1');
    const isStored = localStorage.getItem(key) === '1';
    localStorage.removeItem(key);
    return isStored;
  } catch {
    return false;
  }
}

const canOpenIndexedDb = () =>
  new Promise<boolean>((resolve) => {
    try {
      const openRequest = indexedDB.open('guilda-teste');
      openRequest.onerror = () => resolve(false);
      openRequest.onsuccess = () => {
        openRequest.result.close();
        indexedDB.deleteDatabase('guilda-teste');
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });

export async function checkStorage(): Promise<SelfCheckFinding> {
  if (!isLocalStorageUsable())
    return { state: 'fail', text: 'O navegador não guarda nada: a entrada não vai durar.' };
  if (!(await canOpenIndexedDb()))
    return warnFinding('Mensagens escritas sem rede não ficam guardadas neste modo do navegador.');
  return okFinding('Funciona.');
}

/** Reports the build that runs in this tab. */
export async function checkVersion(): Promise<SelfCheckFinding> {
  const { __reactRouterManifest: manifest } = window as {
    __reactRouterManifest?: { version?: string };
  };
  return okFinding(manifest?.version || 'Em desenvolvimento');
}
