import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { UnsavedChangesGuard } from '../../app/ui/overlays/unsaved-changes-guard.tsx';
import { buildUser } from '../fixtures/builders.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { findToast } from '../fixtures/screen.ts';

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

it('the dialog is loaded with the first change, and the form is kept when that fails', async () => {
  const { person, router } = renderForm(true);
  await waitFor(() => expect(requestDialogCode).toHaveBeenCalled());
  expect(document.querySelector('[data-ui="toast"]')).toBeNull();
  await person.type(screen.getByLabelText('Bio'), 'Ainda não salvei.');
  for (let attempt = 1; attempt <= 2; attempt++) {
    await act(async () => router.navigate('/sales'));
    await findToast(/^Sem conexão com o servidor\./);
    expect(window.location.pathname).toBe('/form');
    expect(screen.getByLabelText('Bio')).toHaveValue('Ainda não salvei.');
    await waitFor(() =>
      expect(router.state.blockers.values().next().value?.state).toBe('unblocked'),
    );
  }
});
