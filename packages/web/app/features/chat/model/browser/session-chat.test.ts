import { expect, it, vi } from 'vitest';
import type { PersonChat } from '../person-chat.ts';
import { unknownConversation, unknownPartners } from '../views/empty-views.ts';
import { createSessionChat } from './session-chat.ts';

function setUpChatSession(firstUid: string | null) {
  const session = { uid: firstUid, notify: () => {} };
  const log: string[] = [];
  const viewListeners: (() => void)[] = [];
  const chat = createSessionChat({
    uid: () => session.uid,
    onChange: (listener) => {
      session.notify = listener;
    },
    open: (uid, onViewChange) => {
      viewListeners.push(onViewChange);
      log.push(`begin ${uid}`);
      return {
        stop: () => log.push(`end ${uid}`),
        open: (other: string) => log.push(`${uid} opens ${other}`),
        close: (other: string) => log.push(`${uid} closes ${other}`),
        send: (_other: string, text: string) => {
          log.push(`${uid} sends ${text}`);
          return null;
        },
        conversation: () => ({ ...unknownConversation, status: 'ready' }),
      } as unknown as PersonChat;
    },
  });
  const signIn = (uid: string | null) => {
    session.uid = uid;
    session.notify();
  };
  return { chat, log, viewListeners, signIn };
}

it('the chat shows and sends nothing for a visitor', async () => {
  const { chat, log } = setUpChatSession(null);
  expect(chat.partners()).toBe(unknownPartners);
  expect(chat.conversation('bia')).toBe(unknownConversation);
  expect(chat.connection()).toBe('connecting');
  expect(chat.send('bia', 'oi')).toBeNull();
  await chat.loadOlder('bia');
  expect(log).toEqual([]);
});

it('the chat changes with the signed-in person and opens the conversations on screen', () => {
  const { chat, log, signIn } = setUpChatSession('ana');
  chat.open('bia');
  chat.open('carla');
  chat.close('carla');
  signIn('ana');
  signIn('davi');
  chat.send('bia', 'oi');
  signIn(null);
  expect(log).toEqual([
    'begin ana',
    'ana opens bia',
    'ana opens carla',
    'ana closes carla',
    'end ana',
    'begin davi',
    'davi opens bia',
    'davi sends oi',
    'end davi',
  ]);
});

it('listeners are called once for several changes at a time', async () => {
  const { chat, viewListeners, signIn } = setUpChatSession('ana');
  const listener = vi.fn();
  const stop = chat.subscribe(listener);
  for (let count = 0; count < 5; count += 1) viewListeners[0]?.();
  await Promise.resolve();
  expect(listener).toHaveBeenCalledTimes(1);
  signIn(null);
  await Promise.resolve();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  viewListeners[0]?.();
  await Promise.resolve();
  expect(listener).toHaveBeenCalledTimes(2);
});
