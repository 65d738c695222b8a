import { expect, it, vi } from 'vitest';
import { withConfirmation } from '../../app/lib/session/confirmation.ts';
import { apiError } from '../fakes/api-handlers.ts';
import { fakeProviderPopup, serveConfirmation } from '../fixtures/fresh-sign-in.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findDialog, findToast } from '../fixtures/screen.ts';

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
