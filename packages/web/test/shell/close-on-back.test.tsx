import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CloseOnBack } from '../../app/ui/overlays/close-on-back.tsx';
import { UnsavedChangesGuard } from '../../app/ui/overlays/unsaved-changes-guard.tsx';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn } from '../fixtures/screen.ts';

it('a form with unsaved changes asks before it is left, also from a menu above it', async () => {
  const closeMenu = vi.fn<() => void>();
  const page = (
    <>
      <UnsavedChangesGuard dirty text="As mudanças serão perdidas." />
      <CloseOnBack close={closeMenu} />
    </>
  );
  const { person, router } = renderPage(page, { address: '/form', signedInAs: buildUser() });
  await act(async () => router.navigate('/form?passo=2'));
  const findQuestion = () => screen.findByRole('alertdialog', { name: 'Sair sem salvar?' });

  await act(async () => router.navigate('/sales'));
  await person.click(buttonIn(await findQuestion(), 'Continuar editando'));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(window.location.pathname).toBe('/form');
  expect(closeMenu).not.toHaveBeenCalled();

  await act(async () => router.navigate(-1));
  await waitFor(() => expect(closeMenu).toHaveBeenCalled());
  expect(screen.queryByRole('alertdialog')).toBeNull();

  await act(async () => router.navigate('/sales'));
  await person.click(buttonIn(await findQuestion(), 'Sair sem salvar'));
  expect(await screen.findByText('page /sales')).toBeVisible();
});
