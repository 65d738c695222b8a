import { screen, waitFor, within } from '@testing-library/react';
import * as device from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { createIdbOutbox } from '../../app/features/chat/model/browser/idb-outbox.ts';
import { DevicesSection } from '../../app/features/settings/account/devices-section.tsx';
import { SideMenu } from '../../app/features/shell/bars/side-menu.tsx';
import { useSession } from '../../app/lib/session/session.ts';
import { FakeResponse, serveApi } from '../fakes/api-handlers.ts';
import { buildId, buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findDialog } from '../fixtures/screen.ts';
import { renderSettings } from '../fixtures/settings-builders.tsx';

beforeEach(() => {
  for (const [name, value] of Object.entries(device)) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new device.IDBFactory());
  serveApi({ 'POST /api/auth/logout': () => new FakeResponse(204) });
});

/** Stores a message of this person that waits for the network, as the chat does. */
const storeWaitingMessage = (owner: string) =>
  createIdbOutbox().put({
    id: buildId(),
    owner,
    receiverId: buildId(),
    text: 'Até já',
    writtenAt: 1,
    failure: null,
  });

const countWaitingMessages = async (owner: string) => (await createIdbOutbox().list(owner)).length;
const isSignedIn = () => useSession.getState().user !== null;

const findQuestion = () =>
  screen.findByRole('alertdialog', { name: 'Sair e apagar mensagens não enviadas?' });

async function pressSignOut(user: ReturnType<typeof buildUser>) {
  const menu = <SideMenu open onOpenChange={() => undefined} viewer={user} />;
  const { person } = renderPage(menu, { address: '/termos', signedInAs: user });
  await person.click(buttonIn(await findDialog('Menu'), 'Sair'));
  return person;
}

it('signing out asks before it deletes messages that wait for the network', async () => {
  const user = buildUser();
  await storeWaitingMessage(user.uid);
  const person = await pressSignOut(user);
  const question = await findQuestion();
  expect(question).toHaveTextContent('ainda não foram enviadas');
  await person.click(buttonIn(question, 'Ficar'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect([isSignedIn(), await countWaitingMessages(user.uid)]).toEqual([true, 1]);

  await person.click(buttonIn(await findDialog('Menu'), 'Sair'));
  await person.click(buttonIn(await findQuestion(), 'Sair'));
  await screen.findByText('page /');
  await waitFor(async () => expect(await countWaitingMessages(user.uid)).toBe(0));
  expect(isSignedIn()).toBe(false);
});

it('signing out asks nothing while no message of this person waits', async () => {
  await storeWaitingMessage(buildUser().uid);
  await pressSignOut(buildUser());
  await screen.findByText('page /');
  expect(isSignedIn()).toBe(false);
});

it('signing out does not wait for a storage that does not answer', async () => {
  vi.spyOn(indexedDB, 'open').mockReturnValue(new device.IDBOpenDBRequest());
  await pressSignOut(buildUser());
  await screen.findByText('page /');
  expect(isSignedIn()).toBe(false);
});

it('ending the session of this device in the settings asks as well', async () => {
  const { user, person } = await renderSettings({
    section: (account) => <DevicesSection user={account} />,
  });
  await storeWaitingMessage(user.uid);
  const devices = within(screen.getByRole('region', { name: 'Aparelhos' }));
  await person.click(await devices.findByRole('button', { name: /^Encerrar Chrome/ }));
  await person.click(buttonIn(await findQuestion(), 'Sair'));
  await screen.findByText('page /');
  expect(isSignedIn()).toBe(false);
});
