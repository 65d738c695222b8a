import type { Message } from '@guilda/contract/chat/messaging';
import { errors } from '@guilda/contract/errors';
import type { Ack } from '@guilda/contract/socket';
import { type ChatCore, isOnline } from '../sync/core.ts';
import type { OutgoingMessage } from './outgoing.ts';
import { removeOutgoing, storeOutgoing, syncWithOutbox, waitingMessagesTo } from './waiting.ts';

/** Delay in ms before a message is sent again that a rate limit refused, if the refusal names no delay. */
const RATE_LIMITED_RETRY_DELAY_MS = 3_000;

/** Delay in ms before a retry while the server is unavailable and names no delay. */
const UNAVAILABLE_RETRY_DELAY_MS = 2_000;

/**
 * Delay in ms before a retry when no acknowledgement arrived, or when the server answered that the connection is not
 * registered yet.
 */
const UNANSWERED_RETRY_DELAY_MS = 1_000;

/** Sends queued messages: in order within a conversation, and in one tab at a time. */
export interface MessageSending {
  /** Sends the queued messages to `uid`, oldest first, until none is left or the connection is lost. */
  drain(uid: string): void;
  /** Loads the stored messages of this device and sends everything queued. */
  resume(): Promise<void>;
}

interface MessageSendingDeps {
  readonly core: ChatCore;
  /** Called with an own message that the server has stored. */
  stored(message: Message): void;
  /** Called when the server has refused a message to `uid`. */
  refused(uid: string): void;
}

/**
 * What follows an attempt to send a message: the next message (`done`), nothing more for now (`stop`), or a retry after
 * a delay.
 */
type SendOutcome = 'done' | 'stop' | { readonly waitMs: number };

type SendRefusal = Extract<Ack<'sendMessage'>, { ok: false }>;

/** The delay before a retry in ms; null for a failure that a retry cannot solve. */
function retryDelayMs({ code, retryAfterMs }: SendRefusal): number | null {
  if (code === 'rate_limited') return retryAfterMs ?? RATE_LIMITED_RETRY_DELAY_MS;
  if (code === 'unavailable') return retryAfterMs ?? UNAVAILABLE_RETRY_DELAY_MS;
  return code === 'not_registered' ? UNANSWERED_RETRY_DELAY_MS : null;
}

/**
 * The oldest queued message of a conversation, from the device's storage or, if the storage fails, from this tab. Null
 * while the oldest message is still being stored, so that no later message is sent before it.
 */
async function nextToSend(core: ChatCore, uid: string): Promise<OutgoingMessage | null> {
  await syncWithOutbox(core);
  const nextMessage = waitingMessagesTo(core, uid).find(
    ({ outgoing }) => outgoing.failure === null,
  );
  return nextMessage && nextMessage.storage !== 'writing' ? nextMessage.outgoing : null;
}

async function markRefused(
  deps: MessageSendingDeps,
  outgoing: OutgoingMessage,
  { code, error }: SendRefusal,
): Promise<void> {
  const { core } = deps;
  // A message that was discarded while it was being sent is not shown as failed.
  if (!core.waitingMessages.has(outgoing.id)) return;
  const text = error === '' ? errors.message_refused.text : error;
  const failedMessage = { ...outgoing, failure: { code, text } };
  if (await storeOutgoing(core, failedMessage))
    core.ports.tabs.post({ kind: 'waiting', outgoing: failedMessage });
  deps.refused(outgoing.receiverId);
}

async function sendMessage(
  deps: MessageSendingDeps,
  outgoing: OutgoingMessage,
): Promise<SendOutcome> {
  const { core } = deps;
  const { id, receiverId, text, writtenAt } = outgoing;
  const ack = await core.ports.connection
    .send('sendMessage', {
      id,
      senderId: core.ownUid,
      receiverId,
      message: text,
      sentAt: new Date(writtenAt).toISOString(),
    })
    .catch(() => null);
  if (core.ended) return 'stop';
  // Without an acknowledgement the message may still have arrived. The retry uses the same id, so that the server
  // stores the message once.
  if (!ack) return isOnline(core) ? { waitMs: UNANSWERED_RETRY_DELAY_MS } : 'stop';
  if (ack.ok) {
    deps.stored(ack.message);
    await removeOutgoing(core, id);
    core.ports.tabs.post({ kind: 'stored', message: ack.message });
    return 'done';
  }
  const waitMs = retryDelayMs(ack);
  if (waitMs !== null) return { waitMs };
  await markRefused(deps, outgoing, ack);
  return 'done';
}

/** Resolves after `waitMs`, or as soon as the connection is lost. */
function waitWhileOnline({ ports }: ChatCore, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      unsubscribe();
      resolve();
    };
    const cancel = ports.scheduleAfter(waitMs, finish);
    const unsubscribe = ports.connection.subscribe(finish);
  });
}

async function sendQueuedMessages(deps: MessageSendingDeps, uid: string): Promise<void> {
  const { core } = deps;
  while (!core.ended && isOnline(core)) {
    const nextMessage = await nextToSend(core, uid);
    if (!nextMessage || core.ended) return;
    const outcome = await sendMessage(deps, nextMessage);
    if (outcome === 'stop') return;
    if (outcome !== 'done') await waitWhileOnline(core, outcome.waitMs);
  }
}

export function createMessageSending(deps: MessageSendingDeps): MessageSending {
  const { core } = deps;
  const { tabs } = core.ports;
  /**
   * Uids of conversations whose queued messages will be sent as soon as no other tab sends messages of that
   * conversation.
   */
  const scheduledUids = new Set<string>();
  const drain = (uid: string) => {
    if (core.ended || !isOnline(core) || scheduledUids.has(uid)) return;
    scheduledUids.add(uid);
    void tabs.alone(`${core.ownUid}/${uid}`, async () => {
      scheduledUids.delete(uid);
      await sendQueuedMessages(deps, uid);
    });
  };
  return {
    drain,
    resume: async () => {
      await syncWithOutbox(core);
      for (const uid of new Set(
        [...core.waitingMessages.values()].map(({ outgoing }) => outgoing.receiverId),
      ))
        drain(uid);
    },
  };
}
