import { type Core, touch, type Waiting } from './core.ts';
import { inTurn, type Outgoing } from './outgoing.ts';

function setWaiting(core: Core, waiting: Waiting): void {
  const { id, receiverId } = waiting.outgoing;
  if (core.gone.has(id)) return;
  core.waiting.set(id, waiting);
  touch(core, receiverId);
}

/** Takes in what the device keeps, as it says. */
export function takeKept(core: Core, outgoing: Outgoing): void {
  if (core.waiting.get(outgoing.id)?.kept !== 'writing')
    setWaiting(core, { outgoing, kept: 'yes' });
}

/** Takes a message off the screen for good; it was stored or discarded. */
export function dropWaiting(core: Core, id: string): void {
  core.gone.add(id);
  const waiting = core.waiting.get(id);
  if (!waiting) return;
  core.waiting.delete(id);
  touch(core, waiting.outgoing.receiverId);
}

/**
 * Shows the message and keeps it on this device; resolves to whether it does. Where it does not, the
 * message waits in this tab alone.
 */
export async function keep(core: Core, outgoing: Outgoing): Promise<boolean> {
  setWaiting(core, { outgoing, kept: 'writing' });
  const kept = await core.ports.outbox.put(outgoing).then(
    () => true,
    () => false,
  );
  // Meanwhile it may have been discarded, or written anew.
  if (core.waiting.get(outgoing.id)?.outgoing === outgoing && !core.ended)
    setWaiting(core, { outgoing, kept: kept ? 'yes' : 'no' });
  return kept;
}

/** Lets go of a message, here and on the device. */
export async function release(core: Core, id: string): Promise<void> {
  dropWaiting(core, id);
  // What stays behind is sent again one day, and stored once all the same.
  await core.ports.outbox.remove(id).catch(() => undefined);
}

/** What the server has stored does not wait any more, however that became known. */
export function settleStored(core: Core, stored: ReadonlyMap<string, unknown>): void {
  for (const id of [...core.waiting.keys()]) if (stored.has(id)) void release(core, id);
}

/** What waits for one conversation, oldest first. */
export function waitingFor(core: Core, uid: string): Waiting[] {
  const all = [...core.waiting.values()].map(({ outgoing }) => outgoing);
  const here = inTurn(all.filter(({ receiverId }) => receiverId === uid));
  return here.flatMap(({ id }) => core.waiting.get(id) ?? []);
}

/**
 * Shows what the device keeps, and no more what another tab has sent or discarded meanwhile. Where the
 * device does not answer, what this tab knows stands.
 */
export async function matchDevice(core: Core): Promise<void> {
  const before = new Set(core.waiting.keys());
  const kept = await core.ports.outbox.list(core.me).catch(() => null);
  if (!kept || core.ended) return;
  const ids = new Set(kept.map(({ id }) => id));
  for (const [id, waiting] of core.waiting)
    if (waiting.kept === 'yes' && before.has(id) && !ids.has(id)) dropWaiting(core, id);
  for (const outgoing of kept) takeKept(core, outgoing);
}
