import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '@guilda/contract/chat/messaging';
import type { Ack } from '@guilda/contract/socket';
import { io, type Socket } from 'socket.io-client';
import type { ChatClient, GeneratorCommand, MessageRunResult } from './message-rate.ts';

/**
 * This file is the load generator process: pairs of people send messages at a constant rate. Latency is measured from a
 * message's scheduled time, so that a generator that lags behind does not hide delays.
 */
const connectedPeople: { readonly socket: Socket; readonly talker: ChatClient }[] = [];
/** Time at the beginning of a run in which latencies are not recorded. */
const WARM_UP_MS = 1_000;
/** Maximum time to wait for the last messages of a run to arrive. */
const DRAIN_MS = 3_000;
const MESSAGE_TEXT = 'Bom dia! Bora jogar uma partida hoje à noite?';

let isMeasuring = false;
let arrivedCount = 0;
let latenciesMs: number[] = [];

function recordArrival({ message }: Message): void {
  arrivedCount += 1;
  const scheduledAtMs = Number(message.slice(0, message.indexOf(' ')));
  if (isMeasuring) latenciesMs.push(performance.now() - scheduledAtMs);
}

async function connectPerson(url: string, talker: ChatClient): Promise<void> {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token: talker.token },
  });
  socket.on('receiveMessage', recordArrival);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const ack: Ack<'register'> = await socket.timeout(20_000).emitWithAck('register', talker.uid);
  if (!ack.ok) throw new Error(ack.error);
  connectedPeople.push({ socket, talker });
}

/** Connects the people's sockets, twenty at a time. */
async function connectPeople(url: string, talkers: readonly ChatClient[]): Promise<void> {
  for (let first = 0; first < talkers.length; first += 20) {
    await Promise.all(talkers.slice(first, first + 20).map((talker) => connectPerson(url, talker)));
  }
}

let refusedCount = 0;

function sendMessage(messageNumber: number, dueAt: number): void {
  const from = connectedPeople[messageNumber % connectedPeople.length];
  const to = connectedPeople[(messageNumber % connectedPeople.length) ^ 1];
  if (!from || !to) return;
  const message = {
    id: randomUUID(),
    senderId: from.talker.uid,
    receiverId: to.talker.uid,
    message: `${dueAt} ${MESSAGE_TEXT}`,
  };
  from.socket.emit('sendMessage', message, (ack: Ack<'sendMessage'>) => {
    if (!ack.ok) refusedCount += 1;
  });
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Sends `perSecond` messages per second for `seconds`, after one second of warm-up. */
async function sendMessages(perSecond: number, seconds: number): Promise<MessageRunResult> {
  arrivedCount = 0;
  refusedCount = 0;
  latenciesMs = [];
  let sentCount = 0;
  const startedAt = performance.now();
  const durationMs = WARM_UP_MS + seconds * 1000;
  for (;;) {
    const elapsedMs = performance.now() - startedAt;
    isMeasuring = elapsedMs > WARM_UP_MS;
    for (; sentCount < (Math.min(elapsedMs, durationMs) / 1000) * perSecond; sentCount += 1) {
      sendMessage(sentCount, startedAt + (sentCount / perSecond) * 1000);
    }
    if (elapsedMs >= durationMs) break;
    await delay(1);
  }
  const drainEndsAtMs = performance.now() + DRAIN_MS;
  while (arrivedCount + refusedCount < sentCount && performance.now() < drainEndsAtMs)
    await delay(5);
  const sorted = latenciesMs.toSorted((a, b) => a - b);
  return {
    rate: perSecond,
    sent: sentCount,
    arrived: arrivedCount,
    refused: refusedCount,
    medianMs: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
  };
}

async function executeCommand(command: GeneratorCommand): Promise<MessageRunResult | null> {
  if (command.do === 'connect') await connectPeople(command.url, command.talkers);
  if (command.do === 'talk') return sendMessages(command.rate, command.seconds);
  if (command.do === 'leave')
    for (const { socket } of connectedPeople.splice(0)) socket.disconnect();
  return null;
}

process.once('disconnect', () => process.exit());
process.on('message', (command: GeneratorCommand) => {
  executeCommand(command).then(
    (talk) => process.send?.({ talk }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
