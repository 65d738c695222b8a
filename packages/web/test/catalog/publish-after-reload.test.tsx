import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  apiError,
  connectionLost,
  FakeResponse,
  requestsTo,
  serveApi,
} from '../fakes/api-handlers.ts';
import { authorOf, buildFile, buildService, chooseFiles } from '../fixtures/catalog-builders.ts';
import { findToast } from '../fixtures/screen.ts';
import { fillInCallService, imageInput, openNewService } from '../fixtures/service-dialog.tsx';

const PUBLISH_REQUEST = 'POST /api/services/';
const CHANGE_REQUEST = 'PATCH /api/services/:id';

const usedKeys = () =>
  requestsTo(PUBLISH_REQUEST).map(({ headers }) => headers.get('idempotency-key'));

/** Publishes a service whose request fails, and opens the dialog again after a reload. */
async function publishAndReload(fail: () => never) {
  const openedDialog = await openNewService();
  await fillInCallService(openedDialog, 'Quase lá');
  serveApi({ [PUBLISH_REQUEST]: fail });
  await openedDialog.person.click(openedDialog.publish);
  await waitFor(() => expect(usedKeys()).toHaveLength(1));
  await findToast('Algo deu errado...');
  openedDialog.unmount();
  const reopenedDialog = await openNewService(openedDialog.seller);
  chooseFiles(imageInput(reopenedDialog.dialog), buildFile('foto.png'));
  const service = buildService({
    title: 'Quase lá',
    description: 'Uma hora de call.',
    price: '49.90',
    category: 'minecraft',
    seller: authorOf(openedDialog.seller),
  });
  serveApi({
    [PUBLISH_REQUEST]: () => new FakeResponse(201, { service }),
    [CHANGE_REQUEST]: () => ({ service }),
  });
  await reopenedDialog.person.click(reopenedDialog.publish);
  await findToast('Publicado');
}

it('a service is published once when the page is reloaded after a lost answer', async () => {
  await publishAndReload(() => {
    throw connectionLost();
  });
  expect(new Set(usedKeys()).size).toBe(1);
  // The picture may differ from the one of the request before the reload.
  const bodies = requestsTo(CHANGE_REQUEST).map(({ body }) => [...(body as FormData).keys()]);
  expect(bodies).toEqual([['photoURL']]);
});

it('a service that was refused before a reload is published with another request', async () => {
  await publishAndReload(() => {
    throw apiError('rate_limited');
  });
  expect(new Set(usedKeys()).size).toBe(2);
  expect(requestsTo(CHANGE_REQUEST)).toEqual([]);
});
