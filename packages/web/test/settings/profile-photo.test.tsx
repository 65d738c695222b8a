import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ProfileForm } from '../../app/features/settings/profile/profile-form.tsx';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { chooseFile, fakeObjectUrls, hugePicture, pictureFile } from '../fixtures/files.ts';
import { fieldNames } from '../fixtures/forms.ts';
import { findToast } from '../fixtures/screen.ts';
import { renderSettings, SAVING, saveButton } from '../fixtures/settings-builders.tsx';

const DEFAULT = '/art/avatar-padrao.svg';
const TYPE = 'Formato de arquivo não permitido.';
const SIZE = 'Arquivo muito grande.';

const photoArea = () => screen.getByTestId('photo-picker');
const shownImage = () => photoArea().querySelector('img');
const photoInput = () => screen.getByLabelText('Foto de perfil: escolher foto');

const renderForm = () =>
  renderSettings({ section: (account) => <ProfileForm user={account} onSaved={() => {}} /> });

beforeEach(fakeObjectUrls);

describe('the profile photo', () => {
  it('is previewed, can be removed again, and is sent when it is saved', async () => {
    const { user, person } = await renderForm();
    expect(shownImage()).toHaveAttribute('src', DEFAULT);
    chooseFile(photoInput(), pictureFile());
    expect(shownImage()).toHaveAttribute('src', expect.stringMatching(/^blob:/));
    await person.click(screen.getByRole('button', { name: 'Remover escolha' }));
    expect(shownImage()).toHaveAttribute('src', DEFAULT);
    chooseFile(photoInput(), pictureFile());
    serveApi({ [SAVING]: () => ({ ...user, photoURL: '/files/nova.webp' }) });
    await person.click(saveButton());
    await findToast('Perfil salvo');
    expect(fieldNames(requestsTo(SAVING)[0])).toEqual(['photo']);
    await waitFor(() => expect(shownImage()).toHaveAttribute('src', '/files/nova.webp'));
  });

  it('is refused because of its type or size, until another one is chosen', async () => {
    await renderForm();
    chooseFile(photoInput(), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
    expect(within(photoArea()).getByText(TYPE)).toBeVisible();
    expect(shownImage()).toHaveAttribute('src', DEFAULT);
    chooseFile(photoInput(), hugePicture());
    expect(within(photoArea()).getByText(SIZE)).toBeVisible();
    chooseFile(photoInput(), pictureFile());
    expect(within(photoArea()).queryByText(SIZE)).toBeNull();
  });

  it('shows why the server refused it, at the photo', async () => {
    const { person } = await renderForm();
    chooseFile(photoInput(), pictureFile());
    serveApi({ [SAVING]: () => Promise.reject(apiError('file_type')) });
    await person.click(saveButton());
    await findToast(TYPE);
    expect(within(photoArea()).getByText(TYPE)).toBeVisible();
  });
});
