import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ProfileForm } from '../../app/features/settings/profile/profile-form.tsx';
import { storeUser } from '../../app/lib/session/session.ts';
import {
  apiError,
  connectionLost,
  FakeResponse,
  requestsTo,
  serveApi,
} from '../fakes/api-handlers.ts';
import { fieldNames, formText } from '../fixtures/forms.ts';
import { findToast } from '../fixtures/screen.ts';
import {
  renderSettings,
  SAVE_REQUEST,
  saveButton,
  storedUser,
  textField,
} from '../fixtures/settings-builders.tsx';

const usernameField = () => textField('Nome de usuário');
const bioField = () => textField('Bio');
const phraseField = () => textField('Frase de efeito');

const fillField = (field: HTMLElement, value: string) =>
  fireEvent.change(field, { target: { value } });

const renderForm = () =>
  renderSettings({ section: (account) => <ProfileForm user={account} onSaved={() => {}} /> });

/** Presses the save button and waits until the request has ended. */
const pressSave = async (person: Awaited<ReturnType<typeof renderSettings>>['person']) => {
  await person.click(saveButton());
  await waitFor(() => expect(saveButton()).toBeEnabled());
};

describe('the profile form', () => {
  it('sends only changed fields', async () => {
    const { user, person } = await renderSettings();
    const text = 'Jogo depois que a criança dorme.';
    fillField(bioField(), text);
    expect(screen.getByText('32/150')).toBeVisible();
    serveApi({ [SAVE_REQUEST]: () => ({ ...user, bio: text }) });
    await person.click(saveButton());
    await findToast('Perfil salvo');
    const [sent] = requestsTo(SAVE_REQUEST);
    expect(fieldNames(sent)).toEqual(['bio']);
    expect(formText(sent, 'bio')).toBe(text);
    expect(window.location.pathname).toBe('/user/settings');
    expect(storedUser()?.bio).toBe(text);
  });

  it('does not restore a name that was changed elsewhere in the meantime', async () => {
    const { user, person } = await renderForm();
    fillField(bioField(), 'Nova bio.');
    const renamedUser = { ...user, username: 'OutroNome77' };
    act(() => storeUser(renamedUser));
    serveApi({ [SAVE_REQUEST]: () => ({ ...renamedUser, bio: 'Nova bio.' }) });
    await person.click(saveButton());
    await findToast('Perfil salvo');
    expect(fieldNames(requestsTo(SAVE_REQUEST)[0])).toEqual(['bio']);
    expect(usernameField()).toHaveValue('OutroNome77');
  });

  it('sends nothing without a change', async () => {
    const { person } = await renderForm();
    await pressSave(person);
    await person.type(usernameField(), '  ');
    await pressSave(person);
    expect(requestsTo(SAVE_REQUEST)).toHaveLength(0);
    expect(document.querySelector('[data-ui="toast"]')).toBeNull();
  });

  it('refuses invalid values, and discarding restores the stored values', async () => {
    const { user, person, router } = await renderForm();
    const invalidNames: [string, string][] = [
      ['', 'Nome de usuário obrigatório'],
      ['Nyx', 'Nome de usário precisa ter no mínimo 6 letras.'],
      ['NyxNyxNyxNyxNyxNy', 'Nome de usuário precisa ter no máximo 16 letras.'],
      ['nyx nyx', 'Nome de usuário inválido.'],
    ];
    for (const [value, text] of invalidNames) {
      fillField(usernameField(), value);
      await person.click(saveButton());
      await waitFor(() => expect(usernameField()).toHaveAccessibleDescription(new RegExp(text)));
      expect(usernameField()).toBeInvalid();
    }
    fillField(usernameField(), 'NyxNyx');
    fillField(bioField(), 'a'.repeat(151));
    await person.click(saveButton());
    await waitFor(() =>
      expect(bioField()).toHaveAccessibleDescription(/Use no máximo 150 caracteres\./),
    );
    expect(requestsTo(SAVE_REQUEST)).toHaveLength(0);
    await person.click(screen.getByRole('button', { name: 'Descartar' }));
    expect(usernameField()).toHaveValue(user.username);
    expect(saveButton()).toHaveFocus();
    await router.navigate('/');
    expect(await screen.findByText('page /')).toBeVisible();
  });

  it('shows why the server refused a name, at the name', async () => {
    const { person } = await renderForm();
    const text = 'Nome de usuário já está em uso.';
    serveApi({ [SAVE_REQUEST]: () => Promise.reject(apiError('username_taken')) });
    fillField(usernameField(), 'JATEMDONA');
    await person.click(saveButton());
    expect(await findToast('Algo deu errado...')).toHaveTextContent(text);
    expect(usernameField()).toHaveAccessibleDescription(new RegExp(text));
    await waitFor(() => expect(usernameField()).toHaveFocus());
  });

  it.each([
    [
      'without a text of the server',
      () => new FakeResponse(503, {}),
      'Ocorreu um erro inesperado.',
    ],
    ['without an answer', () => Promise.reject(connectionLost()), 'Ocorreu um erro inesperado.'],
    [
      'with words',
      () => new FakeResponse(503, { error: 'Sem espaço.', message: 'Sem espaço.' }),
      'Sem espaço.',
    ],
  ])('shows a failure %s, and keeps the input', async (_, answer, text) => {
    const { person } = await renderForm();
    serveApi({ [SAVE_REQUEST]: answer });
    fillField(phraseField(), 'Suporte por vocação.');
    await person.click(saveButton());
    expect(await findToast('Algo deu errado...')).toHaveTextContent(text);
    expect(phraseField()).toHaveValue('Suporte por vocação.');
  });

  it('is busy while saving, and ignores further presses', async () => {
    const { user, person } = await renderForm();
    const responseGate = Promise.withResolvers<void>();
    const savedUser = { ...user, effectPhrase: 'Sem pressa.' };
    serveApi({ [SAVE_REQUEST]: () => responseGate.promise.then(() => savedUser) });
    fillField(phraseField(), 'Sem pressa.');
    await person.click(saveButton());
    await waitFor(() => expect(saveButton()).toHaveAttribute('aria-busy', 'true'));
    fireEvent.click(saveButton());
    responseGate.resolve();
    await findToast('Perfil salvo');
    expect(requestsTo(SAVE_REQUEST)).toHaveLength(1);
  });

  it('takes no input while saving, because the saved profile then replaces the fields', async () => {
    const { user, person } = await renderForm();
    const responseGate = Promise.withResolvers<void>();
    const savedUser = { ...user, effectPhrase: 'Sem pressa.' };
    serveApi({ [SAVE_REQUEST]: () => responseGate.promise.then(() => savedUser) });
    fillField(phraseField(), 'Sem pressa.');
    await person.click(saveButton());
    await waitFor(() => expect(saveButton()).toHaveAttribute('aria-busy', 'true'));
    for (const field of [usernameField(), phraseField(), bioField()])
      expect(field).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Foto de perfil: escolher foto')).toBeDisabled();
    responseGate.resolve();
    await findToast('Perfil salvo');
    await waitFor(() => expect(bioField()).not.toHaveAttribute('readonly'));
  });

  it.each([
    ['is kept', 'Continuar editando'],
    ['is left', 'Sair sem salvar'],
  ])('with unsaved changes %s by “%s”', async (_, buttonName) => {
    const { person, router } = await renderForm();
    fillField(phraseField(), 'Ainda não salvei.');
    await screen.findByRole('button', { name: 'Descartar' });
    void router.navigate('/');
    const dialog = await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' });
    await waitFor(() => expect(getComputedStyle(dialog).pointerEvents).not.toBe('none'));
    await person.click(within(dialog).getByRole('button', { name: buttonName }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    if (buttonName === 'Sair sem salvar') {
      expect(await screen.findByText('page /')).toBeVisible();
    } else {
      expect(window.location.pathname).toBe('/user/settings');
      expect(phraseField()).toHaveValue('Ainda não salvei.');
    }
  });
});
