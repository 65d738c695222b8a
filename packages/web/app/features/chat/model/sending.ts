import { errors } from '@guilda/contract/errors';
import type { Message } from '@guilda/contract/messaging';
import type { Ack } from '@guilda/contract/socket';
import { type Core, isOnline } from './core.ts';
import type { Outgoing } from './outgoing.ts';
import { keep, matchDevice, release, waitingFor } from './waiting.ts';

/** How long to wait where the server does not say, in ms. */
const LIMITED_MS = 3_000;
const UNAVAILABLE_MS = 2_000;
const UNANSWERED_MS = 1_000;

/** Sends what waits, in order within a conversation, in one tab at a time. */
export interface Sending {
  /** Sends what waits for this conversation, as far as it goes. */
  drain(uid: string): void;
  /** Looks for what this device kept, and sends all that waits. */
  resume(): Promise<void>;
}

interface Deps {
  readonly core: Core;
  /** A message of one's own that the server has stored. */
  stored(message: Message): void;
  /** The server would not take a message of this conversation. */
  refused(uid: string): void;
}

/** What to do next. */
type Outcome = 'done' | 'stop' | { readonly waitMs: number };

type Refusal = Extract<Ack<'sendMessage'>, { ok: false }>;

/** What passes by itself is waited for; null for what does not. */
function patience({ code, retryAfterMs }: Refusal): number | null {
  if (code === 'rate_limited') return retryAfterMs ?? LIMITED_MS;
  if (code === 'unavailable') return retryAfterMs ?? UNAVAILABLE_MS;
  return code === 'not_registered' ? UNANSWERED_MS : null;
}

/**
 * The next one to send, as the device knows it; without its storage, as this tab does. One that is being
 * written goes before those after it: its turn comes when it is kept.
 */
async function nextToSend(core: Core, uid: string): Promise<Outgoing | null> {
  await matchDevice(core);
  const next = waitingFor(core, uid).find(({ outgoing }) => outgoing.failure === null);
  return next && next.kept !== 'writing' ? next.outgoing : null;
}

async function refuse(deps: Deps, outgoing: Outgoing, { code, error }: Refusal): Promise<void> {
  const { core } = deps;
  // Discarded while it was under way: then it stays so.
  if (!core.waiting.has(outgoing.id)) return;
  const text = error === '' ? errors.message_refused.text : error;
  const failed = { ...outgoing, failure: { code, text } };
  if (await keep(core, failed)) core.ports.tabs.tell({ kind: 'waiting', outgoing: failed });
  deps.refused(outgoing.receiverId);
}

async function sendOne(deps: Deps, outgoing: Outgoing): Promise<Outcome> {
  const { core } = deps;
  const { id, receiverId, text, writtenAt } = outgoing;
  const ack = await core.ports.line
    .send('sendMessage', {
      id,
      senderId: core.me,
      receiverId,
      message: text,
      sentAt: new Date(writtenAt).toISOString(),
    })
    .catch(() => null);
  if (core.ended) return 'stop';
  // It may have arrived or not: sent again it is stored once.
  if (!ack) return isOnline(core) ? { waitMs: UNANSWERED_MS } : 'stop';
  if (ack.ok) {
    deps.stored(ack.message);
    await release(core, id);
    core.ports.tabs.tell({ kind: 'stored', message: ack.message });
    return 'done';
  }
  const waitMs = patience(ack);
  if (waitMs !== null) return { waitMs };
  await refuse(deps, outgoing, ack);
  return 'done';
}

/** Waits, unless the connection goes first. */
function waited({ ports }: Core, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      unsubscribe();
      resolve();
    };
    const cancel = ports.after(ms, end);
    const unsubscribe = ports.line.subscribe(end);
  });
}

async function sendAll(deps: Deps, uid: string): Promise<void> {
  const { core } = deps;
  while (!core.ended && isOnline(core)) {
    const next = await nextToSend(core, uid);
    if (!next || core.ended) return;
    const outcome = await sendOne(deps, next);
    if (outcome === 'stop') return;
    if (outcome !== 'done') await waited(core, outcome.waitMs);
  }
}

export function createSending(deps: Deps): Sending {
  const { core } = deps;
  const { tabs } = core.ports;
  /** Conversations with a run that has not begun yet: it will see all that was added. */
  const asked = new Set<string>();
  const drain = (uid: string) => {
    if (core.ended || !isOnline(core) || asked.has(uid)) return;
    asked.add(uid);
    void tabs.alone(`${core.me}/${uid}`, async () => {
      asked.delete(uid);
      await sendAll(deps, uid);
    });
  };
  return {
    drain,
    resume: async () => {
      await matchDevice(core);
      for (const uid of new Set([...core.waiting.values()].map((one) => one.outgoing.receiverId)))
        drain(uid);
    },
  };
}
