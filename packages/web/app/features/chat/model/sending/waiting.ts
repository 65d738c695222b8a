import { type ChatCore, touch, type Waiting } from '../sync/core.ts';
import { type Outgoing, oldestFirst } from './outgoing.ts';

function setWaiting(core: ChatCore, waiting: Waiting): void {
  const { id, receiverId } = waiting.outgoing;
  if (core.gone.has(id)) return;
  core.waiting.set(id, waiting);
  touch(core, receiverId);
}

/** Adds the messages stored on the device. */
export function applyStored(core: ChatCore, outgoing: Outgoing): void {
  if (core.waiting.get(outgoing.id)?.kept !== 'writing')
    setWaiting(core, { outgoing, kept: 'yes' });
}

/** Removes a queued message that the server has stored or the person has discarded. */
export function dropWaiting(core: ChatCore, id: string): void {
  core.gone.add(id);
  const waiting = core.waiting.get(id);
  if (!waiting) return;
  core.waiting.delete(id);
  touch(core, waiting.outgoing.receiverId);
}

/**
 * Shows the message and stores it on this device; resolves to whether it was stored. Otherwise it is
 * queued in this tab only.
 */
export async function keep(core: ChatCore, outgoing: Outgoing): Promise<boolean> {
  setWaiting(core, { outgoing, kept: 'writing' });
  const kept = await core.ports.outbox.put(outgoing).then(
    () => true,
    () => false,
  );
  // The message may have been discarded or replaced while it was being stored.
  if (core.waiting.get(outgoing.id)?.outgoing === outgoing && !core.ended)
    setWaiting(core, { outgoing, kept: kept ? 'yes' : 'no' });
  return kept;
}

/** Removes a message from the screen and from the device. */
export async function release(core: ChatCore, id: string): Promise<void> {
  dropWaiting(core, id);
  // A message that could not be removed is sent again later; its id lets the server store it once.
  await core.ports.outbox.remove(id).catch(() => undefined);
}

/** Removes a queued message once it is known that the server has stored it. */
export function settleStored(core: ChatCore, stored: ReadonlyMap<string, unknown>): void {
  for (const id of [...core.waiting.keys()]) if (stored.has(id)) void release(core, id);
}

/** The queued messages of one conversation, oldest first. */
export function waitingFor(core: ChatCore, uid: string): Waiting[] {
  const all = [...core.waiting.values()].map(({ outgoing }) => outgoing);
  const here = oldestFirst(all.filter(({ receiverId }) => receiverId === uid));
  return here.flatMap(({ id }) => core.waiting.get(id) ?? []);
}

/**
 * Syncs the queue with the device's storage, including what another tab has sent or discarded. If the
 * storage fails, the queue of this tab stays as it is.
 */
export async function matchDevice(core: ChatCore): Promise<void> {
  const before = new Set(core.waiting.keys());
  const kept = await core.ports.outbox.list(core.me).catch(() => null);
  if (!kept || core.ended) return;
  const ids = new Set(kept.map(({ id }) => id));
  for (const [id, waiting] of core.waiting)
    if (waiting.kept === 'yes' && before.has(id) && !ids.has(id)) dropWaiting(core, id);
  for (const outgoing of kept) applyStored(core, outgoing);
}
