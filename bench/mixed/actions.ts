import { randomUUID } from 'node:crypto';
import type { Ack } from '@guilda/contract/socket';
import type { Socket } from 'socket.io-client';
import type { Talker } from '../talk.ts';
import type { Ask } from './ask.ts';
import type { Kind, LoadData } from './crowd-orders.ts';

/** A person with an open socket. */
export interface Present {
  readonly talker: Talker;
  readonly socket: Socket;
}

export interface Stage {
  readonly data: LoadData;
  readonly ask: Ask;
  readonly present: readonly Present[];
}

/** One kind of action; rejects when it is refused. */
interface Action {
  readonly kind: Kind;
  /** Share in a hundred actions. */
  readonly share: number;
  act(stage: Stage, n: number): Promise<void>;
}

/** Entry `n` of a list in a scattered order. */
function pick<T>(list: readonly T[], n: number): T {
  const found = list[(n * 7_919) % list.length];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}

const bearer = ({ token }: Talker) => ({ authorization: `Bearer ${token}` });

const read =
  (address: (data: LoadData, n: number) => string) =>
  ({ data, ask }: Stage, n: number): Promise<void> =>
    ask('GET', address(data, n));

/** Sends a message to the partner and waits for its acknowledgement. */
async function say({ present }: Stage, n: number): Promise<void> {
  const from = present[n % present.length];
  const to = present[(n % present.length) ^ 1];
  if (!from || !to) throw new Error('nobody to talk to');
  const ack: Ack<'sendMessage'> = await from.socket.timeout(20_000).emitWithAck('sendMessage', {
    id: randomUUID(),
    senderId: from.talker.uid,
    receiverId: to.talker.uid,
    message: 'Bom dia! Bora jogar uma partida hoje à noite?',
  });
  if (!ack.ok) throw new Error(ack.code);
}

/** Places an order up to its checkout URL, with the payment sandbox. */
function order({ data, ask, present }: Stage, n: number): Promise<void> {
  const { talker } = pick(present, n);
  const headers = { ...bearer(talker), 'idempotency-key': randomUUID() };
  return ask('POST', '/api/payments/checkout', headers, { serviceId: pick(data.serviceIds, n) });
}

/** Reads notifications or the latest messages of a conversation. */
function look({ ask, present }: Stage, n: number): Promise<void> {
  const { talker } = pick(present, n);
  const other = present[present.findIndex((one) => one.talker === talker) ^ 1]?.talker ?? talker;
  const address =
    n % 2 === 0
      ? '/api/notifications?limit=20'
      : `/api/messages/${talker.uid}/${other.uid}?limit=15`;
  return ask('GET', address, bearer(talker));
}

/** All actions with their shares, a hundred in total. */
export const actions: readonly Action[] = [
  { kind: 'browse', share: 12, act: read(() => '/api/services?limit=20') },
  {
    kind: 'browse',
    share: 10,
    act: read(({ categories }, n) => `/api/services?category=${pick(categories, n)}&limit=20`),
  },
  {
    kind: 'browse',
    share: 15,
    act: read(({ serviceIds }, n) => `/api/services/${pick(serviceIds, n)}`),
  },
  { kind: 'browse', share: 10, act: read(() => '/api/social/posts?limit=20') },
  {
    kind: 'browse',
    share: 5,
    act: read(({ postUids }, n) => `/api/social/post/${pick(postUids, n)}`),
  },
  { kind: 'browse', share: 10, act: look },
  {
    kind: 'page',
    share: 8,
    act: read(({ serviceIds }, n) => `/service/${pick(serviceIds, n)}`),
  },
  {
    kind: 'search',
    share: 10,
    act: read(({ words }, n) => `/api/services?q=${encodeURIComponent(pick(words, n))}&limit=20`),
  },
  { kind: 'chat', share: 15, act: say },
  { kind: 'order', share: 5, act: order },
];

const hundred: readonly Action[] = actions.flatMap((action) =>
  Array.from({ length: action.share }, () => action),
);

/** The action with number `n`; kinds are spread evenly. */
export function actionAt(n: number): Action {
  // 37 and 100 are coprime, so every action comes once in a hundred.
  const action = hundred[(n * 37) % hundred.length];
  if (!action) throw new Error('there is nothing to do');
  return action;
}
