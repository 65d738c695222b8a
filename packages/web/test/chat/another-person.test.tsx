import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { buildPartner, findMessageField, renderChat } from '../fixtures/chat-builders.tsx';
import { storeSession } from '../fixtures/render-page.tsx';

/** Signs in another person in another tab of the same browser. */
async function switchPersonInOtherTab(user: ReturnType<typeof buildUser>) {
  serveApi({ 'GET /api/users/me': () => user });
  storeSession(user);
  await act(async () => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'guilda-state' }));
  });
}

it('the open chat shows no text of the person before when another person signs in', async () => {
  const { uid } = buildPartner();
  const { person, user } = renderChat({ partners: [buildPartner({ uid })], chatParam: uid });
  await person.type(await findMessageField(), 'Só entre nós');
  await switchPersonInOtherTab(buildUser());
  await waitFor(async () => expect(await findMessageField()).toHaveValue(''));
  await person.type(await findMessageField(), 'Outro texto');
  await switchPersonInOtherTab(user);
  await waitFor(async () => expect(await findMessageField()).toHaveValue('Só entre nós'));
});
