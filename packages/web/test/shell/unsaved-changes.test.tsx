import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { UnsavedChangesGuard } from '../../app/ui/overlays/unsaved-changes-guard.tsx';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';

const requestDialogCode = vi.hoisted(() => vi.fn<() => void>());

// The code of the dialog is gone, as after a deployment.
vi.mock('../../app/ui/overlays/unsaved-changes-dialog.tsx', () => {
  requestDialogCode();
  throw new Error('gone');
});

function renderForm(dirty: boolean) {
  const page = (
    <>
      <input aria-label="Bio" />
      <UnsavedChangesGuard dirty={dirty} text="As mudanças serão perdidas." />
    </>
  );
  return renderPage(page, { address: '/form', signedInAs: buildUser() });
}

it('the dialog is not loaded while nothing has been changed', async () => {
  const { router } = renderForm(false);
  await act(async () => router.navigate('/sales'));
  expect(await screen.findByText('page /sales')).toBeVisible();
  expect(requestDialogCode).not.toHaveBeenCalled();
});

it('the dialog is loaded with the first change, and the browser asks when that fails', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
  const { person, router } = renderForm(true);
  await waitFor(() => expect(requestDialogCode).toHaveBeenCalled());
  await person.type(screen.getByLabelText('Bio'), 'Ainda não salvei.');
  expect(confirm).not.toHaveBeenCalled();

  await act(async () => router.navigate('/sales'));
  await waitFor(() => expect(router.state.blockers.values().next().value?.state).toBe('unblocked'));
  expect(confirm.mock.calls).toEqual([['Sair sem salvar? As mudanças serão perdidas.']]);
  expect(window.location.pathname).toBe('/form');
  expect(screen.getByLabelText('Bio')).toHaveValue('Ainda não salvei.');

  confirm.mockReturnValue(true);
  await act(async () => router.navigate('/sales'));
  expect(await screen.findByText('page /sales')).toBeVisible();
  expect(confirm).toHaveBeenCalledTimes(2);
  expect(document.querySelector('[data-ui="toast"]')).toBeNull();
});
