import { randomUUID } from 'node:crypto';
import type { Ack } from '@guilda/contract/socket';
import { io } from 'socket.io-client';
import type { ChatClient } from '../message-rate.ts';
import {
  type Act,
  bearerHeader,
  createOwnRead,
  crowdDataOf,
  pickPair,
  pickPerson,
  pickScattered,
  renewTokens,
} from './context.ts';

/** Sends a message to the partner and waits for its acknowledgement. */
const sendMessage: Act = async (context, n) => {
  const { from, to } = pickPair(context, n);
  const ack: Ack<'sendMessage'> = await from.socket.timeout(20_000).emitWithAck('sendMessage', {
    id: randomUUID(),
    senderId: from.talker.uid,
    receiverId: to.talker.uid,
    message: 'Bom dia! Bora jogar uma partida hoje à noite?',
  });
  if (!ack.ok) throw new Error(ack.code);
};

/** Sends a message after the hint that its sender is typing. */
const typeMessage: Act = async (context, n) => {
  const { from, to } = pickPair(context, n);
  from.socket.emit('userTyping', { senderId: from.talker.uid, receiverId: to.talker.uid });
  await sendMessage(context, n);
};

/** Marks the partner's messages as read. */
const readMessages: Act = (context, n) => {
  const { from, to } = pickPair(context, n);
  return context.http.send({
    method: 'POST',
    path: '/api/notifications/read',
    headers: bearerHeader(from.talker),
    body: { senderId: to.talker.uid, receiverId: from.talker.uid },
  });
};

const markNotificationsRead: Act = (context, n) => {
  const person = pickPerson(context, n);
  const path = `/api/notifications/mark-as-read/${person.uid}`;
  return context.http.send({ method: 'POST', path, headers: bearerHeader(person) });
};

/** Signs in through the sign-in sandbox, which is part of the program. */
const signInWith =
  (emailOf: (actionNumber: number) => string): Act =>
  async ({ http }, n) => {
    const body = { email: emailOf(n), name: `Conversa ${n}` };
    const path = '/dev/id-token';
    const { idToken } = await http.sendForJson<{ idToken: string }>({ method: 'POST', path, body });
    await http.send({ method: 'POST', path: '/api/auth/google', body: { idToken } });
  };

/** Opens a socket of a person who has none, signs in on it and closes it. */
async function visitBySocket(url: string, { uid, token }: ChatClient): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, auth: { token } });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const ack: Ack<'register'> = await socket.timeout(20_000).emitWithAck('register', uid);
    if (!ack.ok) throw new Error(ack.error);
  } finally {
    socket.disconnect();
  }
}

const openSocket: Act = (context, n) =>
  visitBySocket(context.loadData.url, pickScattered(crowdDataOf(context).visitors, n));

/** Actions of a person that concern nobody else, or one partner. */
export const personalActions = {
  message: sendMessage,
  typedMessage: typeMessage,
  readMessages,
  partners: createOwnRead(({ uid }) => `/api/users/interacted/${uid}`),
  history: createOwnRead(({ uid }, partner) => `/api/messages/${uid}/${partner.uid}?limit=15`),
  unreadCount: createOwnRead(() => '/api/notifications/count'),
  notifications: createOwnRead(() => '/api/notifications?limit=20'),
  markNotificationsRead,
  orderList: createOwnRead(() => '/api/payments?limit=20'),
  refresh: (context, n) => renewTokens(context.http, pickPerson(context, n)),
  signIn: signInWith((n) => `conversa${n % 100}@pessoas.example`),
  signUp: signInWith((n) => `nova${n}-${process.pid}@pessoas.example`),
  openSocket,
} as const satisfies Readonly<Record<string, Act>>;
