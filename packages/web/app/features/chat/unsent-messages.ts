import { useSession } from '../../lib/session/session.ts';
import { createIdbOutbox } from './model/browser/idb-outbox.ts';

/** How long the answer waits for the device's storage, in ms; somebody who signs out must not be kept by its failure. */
const MAX_STORAGE_WAIT_MS = 1_000;

let hasUnsentInMemory = () => false;

/** Sets how the messages that wait in memory are found; the chat, whose code is loaded later, calls it. */
export function followUnsentMessages(check: () => boolean): void {
  hasUnsentInMemory = check;
}

const nothingAfter = (ms: number) =>
  new Promise<readonly never[]>((resolve) => setTimeout(() => resolve([]), ms));

/** Whether messages of the signed-in person wait on this device, so that signing out would delete them. */
export async function hasUnsentMessages(): Promise<boolean> {
  const { user } = useSession.getState();
  if (!user) return false;
  if (hasUnsentInMemory()) return true;
  const storedMessages = createIdbOutbox()
    .list(user.uid)
    .catch(() => []);
  return (await Promise.race([storedMessages, nothingAfter(MAX_STORAGE_WAIT_MS)])).length > 0;
}
