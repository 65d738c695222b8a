import { act, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { withConfirmation } from '../../app/lib/session/confirmation.ts';
import { useSession } from '../../app/lib/session/session.ts';
import { apiError } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { fakeProviderPopup, serveConfirmation } from '../fixtures/fresh-sign-in.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findDialog, findToast, queryDialog } from '../fixtures/screen.ts';

const refusedCall = () =>
  withConfirmation('withdrawal', async () => {
    throw apiError('confirmation_required');
  });

it('a call is abandoned when the dialog of the confirmation cannot be loaded, and the page stays', async () => {
  serveConfirmation();
  fakeProviderPopup();
  const { getByLabelText } = renderPage(<input aria-label="Valor" defaultValue="20,00" />);
  const onlineSpy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(refusedCall()).rejects.toMatchObject({ name: 'ConfirmationCancelledError' });
  expect(await findToast(/^Algo deu errado/)).toHaveTextContent('Sem conexão com o servidor.');
  expect(getByLabelText('Valor')).toHaveValue('20,00');

  onlineSpy.mockRestore();
  void refusedCall().catch(() => undefined);
  expect(await findDialog('Confirme que é você')).toBeVisible();
});

it('a call is abandoned when somebody else signs in while the question is open', async () => {
  serveConfirmation();
  renderPage(<p>Carteira</p>, { signedInAs: buildUser() });
  await waitFor(() => expect(useSession.getState().user).not.toBeNull());
  const call = expect(refusedCall()).rejects.toMatchObject({ name: 'ConfirmationCancelledError' });
  await findDialog('Confirme que é você');
  act(() => useSession.getState().setUser(buildUser()));
  await call;
  await waitFor(() => expect(queryDialog('Confirme que é você')).toBeNull());
});
