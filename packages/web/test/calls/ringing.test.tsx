import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { requestsTo } from '../fakes/api-handlers.ts';
import {
  buildCallee,
  buildCaller,
  callChangedEvent,
  findCallDialog,
  queryCallDialog,
  renderCalls,
} from '../fixtures/call-builders.tsx';
import { buttonIn, findToast } from '../fixtures/screen.ts';

const otherCallee = buildCallee();
const ownUser = buildCaller();

/** Renders the page of a callee whose call rings. */
async function renderRinging(isSoundBlocked: boolean) {
  const page = renderCalls({
    signedInAs: ownUser,
    soundBlocked: isSoundBlocked,
    handlers: { 'GET /api/users/:uid': () => otherCallee },
  });
  await waitFor(() => expect(requestsTo('GET /api/calls/current')).not.toEqual([]));
  await page.socket.hear('callChanged', callChangedEvent(otherCallee.uid, ownUser.uid));
  const callEvent = { callerId: otherCallee.uid, callerName: 'Atende Logo', callerDiscordId: '22' };
  await page.socket.hear('call', callEvent);
  return { ...page, sheet: await findCallDialog() };
}

it('the focus moves on from the button for sound when the same key press allows sound', async () => {
  const { person, sound, sheet } = await renderRinging(true);
  const soundButton = await screen.findByRole('button', { name: 'Tocar som' });
  expect(buttonIn(sheet, 'Atender')).toHaveFocus();
  await person.tab();
  expect(soundButton).toHaveFocus();
  sound.release();
  await waitFor(() => expect(soundButton).not.toBeInTheDocument());
  expect(buttonIn(sheet, 'Silenciar toque')).toHaveFocus();
});

it('a call rings until it is muted, and again once it is unmuted', async () => {
  const { person, sound, socket, sheet } = await renderRinging(false);
  await waitFor(() => expect(sound.playing()).toBe(1));
  await person.click(buttonIn(sheet, 'Silenciar toque'));
  await waitFor(() => expect(sound.playing()).toBe(0));
  await person.click(buttonIn(sheet, 'Silenciar toque'));
  await waitFor(() => expect(sound.playing()).toBe(1));
  const missedState = { state: 'ended', outcome: 'missed' } as const;
  await socket.hear('callChanged', callChangedEvent(otherCallee.uid, ownUser.uid, missedState));
  await waitFor(() => expect(queryCallDialog()).toBeNull());
  await waitFor(() => expect(sound.playing()).toBe(0));
});

/** A fake of Web Locks in which another tab holds every lock until the returned function is called. */
function holdLocksInOtherTab(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const request = (_name: string, { signal }: LockOptions, work: () => Promise<void>) =>
    released.then(() => (signal?.aborted ? undefined : work()));
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  return release;
}

it('a call is silent on a page while another tab rings, and rings once that tab is closed', async () => {
  const closeOtherTab = holdLocksInOtherTab();
  const { sound, sheet } = await renderRinging(false);
  expect(buttonIn(sheet, 'Atender')).toBeVisible();
  expect(sound.playing()).toBe(0);
  closeOtherTab();
  await waitFor(() => expect(sound.playing()).toBe(1));
});

it('a caller hears the call ring until it is missed, and sees a message', async () => {
  const { person, socket, sound } = renderCalls({ signedInAs: ownUser, callee: otherCallee });
  await person.click(screen.getByRole('button', { name: 'Ligar para Atende Logo' }));
  expect(await findCallDialog()).toHaveTextContent('Chamando');
  await waitFor(() => expect(sound.playing()).toBe(1));
  const callPartyUids = [ownUser.uid, otherCallee.uid] as const;
  await socket.hear('callChanged', callChangedEvent(...callPartyUids));
  await socket.hear(
    'callChanged',
    callChangedEvent(...callPartyUids, { state: 'ended', outcome: 'missed' }),
  );
  await findToast('Atende Logo não atendeu.');
  await waitFor(() => expect(queryCallDialog()).toBeNull());
  await waitFor(() => expect(sound.playing()).toBe(0));
});
