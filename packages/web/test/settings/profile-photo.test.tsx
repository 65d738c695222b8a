import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ProfileForm } from '../../app/features/settings/profile/profile-form.tsx';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { chooseFile, fakeObjectUrls, hugePicture, pictureFile } from '../fixtures/files.ts';
import { fieldNames } from '../fixtures/forms.ts';
import { findToast } from '../fixtures/screen.ts';
import { renderSettings, SAVE_REQUEST, saveButton } from '../fixtures/settings-builders.tsx';

const DEFAULT_AVATAR = '/art/avatar-padrao.svg';
const WRONG_TYPE_TEXT = 'Formato de arquivo não permitido.';
const TOO_LARGE_TEXT = 'Arquivo muito grande.';

const photoArea = () => screen.getByTestId('photo-picker');
const shownImage = () => photoArea().querySelector('img');
const photoInput = () => screen.getByLabelText('Foto de perfil: escolher foto');

const renderForm = () =>
  renderSettings({ section: (account) => <ProfileForm user={account} onSaved={() => {}} /> });

beforeEach(fakeObjectUrls);

describe('the profile photo', () => {
  it('is previewed, can be removed again, and is sent when it is saved', async () => {
    const { user, person } = await renderForm();
    expect(shownImage()).toHaveAttribute('src', DEFAULT_AVATAR);
    chooseFile(photoInput(), pictureFile());
    expect(shownImage()).toHaveAttribute('src', expect.stringMatching(/^blob:/));
    await person.click(screen.getByRole('button', { name: 'Remover escolha' }));
    expect(photoInput()).toHaveFocus();
    expect(shownImage()).toHaveAttribute('src', DEFAULT_AVATAR);
    chooseFile(photoInput(), pictureFile());
    serveApi({ [SAVE_REQUEST]: () => ({ ...user, photoURL: '/files/nova.webp' }) });
    await person.click(saveButton());
    await findToast('Perfil salvo');
    expect(fieldNames(requestsTo(SAVE_REQUEST)[0])).toEqual(['photo']);
    await waitFor(() => expect(shownImage()).toHaveAttribute('src', '/files/nova.webp'));
  });

  it('is refused because of its type or size, until another one is chosen', async () => {
    await renderForm();
    chooseFile(photoInput(), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }));
    expect(within(photoArea()).getByText(WRONG_TYPE_TEXT)).toBeVisible();
    expect(shownImage()).toHaveAttribute('src', DEFAULT_AVATAR);
    chooseFile(photoInput(), hugePicture());
    expect(within(photoArea()).getByText(TOO_LARGE_TEXT)).toBeVisible();
    chooseFile(photoInput(), pictureFile());
    expect(within(photoArea()).queryByText(TOO_LARGE_TEXT)).toBeNull();
  });

  it('shows why the server refused it, at the photo', async () => {
    const { person } = await renderForm();
    chooseFile(photoInput(), pictureFile());
    serveApi({ [SAVE_REQUEST]: () => Promise.reject(apiError('file_type')) });
    await person.click(saveButton());
    await findToast(WRONG_TYPE_TEXT);
    expect(within(photoArea()).getByText(WRONG_TYPE_TEXT)).toBeVisible();
  });
});
