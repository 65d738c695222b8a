import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WalletPanel } from '../../app/features/wallet/index.ts';
import { apiError, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import {
  fakeProviderPopup,
  requireConfirmation,
  serveConfirmation,
} from '../fixtures/fresh-sign-in.ts';
import { renderPage } from '../fixtures/render-page.tsx';
import { buttonIn, findDialog, findToast, queryDialog } from '../fixtures/screen.ts';

const nowText = () => new Date().toISOString();
const SAVE_REQUEST = 'PUT /api/wallet/payout-profile';

/** A wallet with R$ 90,00, and this payout profile. */
function serveWallet(profile: object | null = null) {
  let storedProfile = profile;
  serveConfirmation();
  serveApi({
    'GET /api/wallet': () => ({
      available: '90.00',
      clearing: '0.00',
      held: '0.00',
      fees: '10.00',
      withdrawing: '0.00',
      entries: [],
      nextCursor: null,
    }),
    'GET /api/wallet/withdrawals': () => ({ withdrawals: [], nextCursor: null }),
    'GET /api/wallet/statements': () => ({ years: [] }),
    'GET /api/wallet/payout-profile': () => ({ profile: storedProfile }),
    [SAVE_REQUEST]: (request) => {
      requireConfirmation(request);
      const verifiedAt = nowText();
      storedProfile = {
        legalName: 'Ana',
        cpf: '***.***.***-09',
        verifiedAt,
        usableFrom: verifiedAt,
      };
      return { profile: storedProfile };
    },
  });
}

type Person = ReturnType<typeof renderPage>['person'];

async function fillForm(person: Person, dialog: HTMLElement) {
  for (const [label, value] of [
    ['Nome completo', 'Ana Souza de Lima'],
    ['CPF', '123.456.789-09'],
    ['Data de nascimento', '1990-05-17'],
  ] as const)
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  await person.click(buttonIn(dialog, 'Salvar'));
}

const openConfirmation = async (person: Person) => {
  const dialog = await findDialog('Confirme que é você');
  const button = buttonIn(dialog, 'Confirmar com Google');
  await waitFor(() => expect(button).not.toHaveAttribute('aria-busy', 'true'));
  await person.click(button);
  return dialog;
};

it('the payout profile is asked for first, also when the button is pressed before the page knows that there is none', async () => {
  serveWallet();
  const responseGate = Promise.withResolvers<object>();
  serveApi({ 'GET /api/wallet/payout-profile': () => responseGate.promise });
  const { person } = renderPage(<WalletPanel />, { signedInAs: buildUser() });
  const withdrawButton = await screen.findByRole('button', { name: 'Sacar' });
  await person.click(withdrawButton);
  expect(withdrawButton).toHaveAttribute('aria-busy', 'true');
  expect(queryDialog('Sacar')).toBeNull();
  responseGate.resolve({ profile: null });
  expect(await findDialog('Quem recebe os saques')).toBeVisible();
  expect(queryDialog('Sacar')).toBeNull();
});

it('the payout profile is filled in before the first withdrawal and confirmed by another sign-in', async () => {
  serveWallet();
  const popup = fakeProviderPopup();
  const { person } = renderPage(<WalletPanel />, {
    signedInAs: buildUser({ email: 'ana@pessoas.example' }),
  });
  expect(await screen.findByText('Seu nome e CPF, para o primeiro saque.')).toBeVisible();
  await person.click(await screen.findByRole('button', { name: 'Sacar' }));
  const form = await findDialog('Quem recebe os saques');
  await person.click(buttonIn(form, 'Salvar'));
  expect(await within(form).findByText('Nome completo obrigatório')).toBeVisible();
  expect(within(form).getByText('CPF obrigatório')).toBeVisible();
  expect(within(form).getByText('Data de nascimento obrigatória')).toBeVisible();
  await fillForm(person, form);
  const dialog = await openConfirmation(person);
  expect(dialog).toHaveTextContent('Continue na janela que se abriu.');
  expect(popup.request().get('login_hint')).toBe('ana@pessoas.example');
  expect(popup.request().get('max_age')).toBe('0');
  popup.answer();
  expect(await findDialog('Sacar')).toBeVisible();
  expect(queryDialog('Confirme que é você')).toBeNull();
  expect(requestsTo('POST /api/auth/confirm')).toMatchObject([
    { body: { purpose: 'payout_profile' } },
  ]);
  const sentProfile = {
    legalName: 'Ana Souza de Lima',
    cpf: '12345678909',
    birthDate: '1990-05-17',
  };
  expect(requestsTo(SAVE_REQUEST).map(({ body }) => body)).toEqual([sentProfile, sentProfile]);
  expect(await screen.findByText('***.***.***-09')).toBeInTheDocument();
});

it('the payout profile keeps its fields while the browser blocks the popup, and is saved from another tab', async () => {
  serveWallet();
  const popup = fakeProviderPopup({ blocked: true });
  const { person } = renderPage(<WalletPanel />, { signedInAs: buildUser() });
  await person.click(await screen.findByRole('button', { name: 'Cadastrar quem recebe' }));
  await fillForm(person, await findDialog('Quem recebe os saques'));
  const dialog = await openConfirmation(person);
  const link = await within(dialog).findByRole('link', { name: 'entre em outra aba' });
  expect(link).toHaveAttribute('href', expect.stringContaining('https://provider.example/auth'));
  expect(link).toHaveAttribute('target', '_blank');
  expect(window.location.pathname).toBe('/');
  expect(screen.getByDisplayValue('Ana Souza de Lima')).toBeInTheDocument();
  popup.answer();
  await findToast('Dados de saque salvos');
  expect(requestsTo(SAVE_REQUEST)).toHaveLength(2);
});

it('the payout profile keeps its fields without a message when the person cancels the sign-in', async () => {
  serveWallet();
  fakeProviderPopup();
  const { person } = renderPage(<WalletPanel />, { signedInAs: buildUser() });
  await person.click(await screen.findByRole('button', { name: 'Cadastrar quem recebe' }));
  await fillForm(person, await findDialog('Quem recebe os saques'));
  const dialog = await findDialog('Confirme que é você');
  await person.click(buttonIn(dialog, 'Cancelar'));
  const form = await findDialog('Quem recebe os saques');
  expect(within(form).getByLabelText('Nome completo')).toHaveValue('Ana Souza de Lima');
  await waitFor(() => expect(buttonIn(form, 'Salvar')).not.toHaveAttribute('aria-busy', 'true'));
  expect(document.querySelector('[data-ui="toast"]')).toBeNull();
  expect(requestsTo(SAVE_REQUEST)).toHaveLength(1);
});

it('the payout profile names the account to use when the person signed in with another one', async () => {
  serveWallet();
  serveApi({
    'POST /api/auth/confirm': () => {
      throw apiError('identity_rejected');
    },
  });
  const popup = fakeProviderPopup();
  const { person } = renderPage(<WalletPanel />, {
    signedInAs: buildUser({ email: 'ana@pessoas.example' }),
  });
  await person.click(await screen.findByRole('button', { name: 'Cadastrar quem recebe' }));
  await fillForm(person, await findDialog('Quem recebe os saques'));
  const dialog = await openConfirmation(person);
  popup.answer();
  expect(await within(dialog).findByText('Não foi possível verificar sua conta.')).toBeVisible();
  expect(dialog).toHaveTextContent('Entre com a mesma conta: ana@pessoas.example.');
});

it('the payout profile shows a refusal of the server beside its field', async () => {
  serveWallet();
  serveApi({
    [SAVE_REQUEST]: () => {
      const { status, body } = apiError('invalid_input');
      const issues = [{ path: 'cpf', message: 'CPF inválido.' }];
      throw Object.assign(apiError('invalid_input'), { status, body: { ...body, issues } });
    },
  });
  const { person } = renderPage(<WalletPanel />, { signedInAs: buildUser() });
  await person.click(await screen.findByRole('button', { name: 'Cadastrar quem recebe' }));
  const form = await findDialog('Quem recebe os saques');
  await fillForm(person, form);
  expect(await within(form).findByText('CPF inválido.')).toBeVisible();
  expect(within(form).getByLabelText('CPF')).toBeInvalid();
});

it('the payout profile refuses people under 18 without a request', async () => {
  serveWallet();
  const { person } = renderPage(<WalletPanel />, { signedInAs: buildUser() });
  await person.click(await screen.findByRole('button', { name: 'Cadastrar quem recebe' }));
  const form = await findDialog('Quem recebe os saques');
  const childBirthDate = `${new Date().getFullYear() - 10}-01-01`;
  fireEvent.change(within(form).getByLabelText('Data de nascimento'), {
    target: { value: childBirthDate },
  });
  await person.click(buttonIn(form, 'Salvar'));
  expect(await within(form).findByText('Para sacar é preciso ter 18 anos ou mais.')).toBeVisible();
  expect(requestsTo(SAVE_REQUEST)).toEqual([]);
});

it('the payout profile prevents withdrawals for a time after a change, and the page says until when', async () => {
  const usableFrom = new Date(Date.now() + 24 * 3_600_000).toISOString();
  serveWallet({ legalName: 'Ana', cpf: '***.***.***-09', verifiedAt: nowText(), usableFrom });
  renderPage(<WalletPanel />, { signedInAs: buildUser() });
  const texts = await screen.findAllByText(/dá para sacar a partir de amanhã, \d\d:\d\d\./);
  expect(texts).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Sacar' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Mudar quem recebe' })).toBeEnabled();
});

it('a payout profile that failed to load is loaded on another attempt', async () => {
  serveWallet();
  serveApi({
    'GET /api/wallet/payout-profile': () => {
      throw apiError('invalid_parameter', 'Deu ruim');
    },
  });
  const { person } = renderPage(<WalletPanel />, { signedInAs: buildUser() });
  const section = within(await screen.findByRole('region', { name: 'Quem recebe' }));
  expect(await section.findByText('Deu ruim')).toBeVisible();
  serveWallet();
  await person.click(section.getByRole('button', { name: 'Tentar de novo' }));
  expect(await section.findByText('Seu nome e CPF, para o primeiro saque.')).toBeVisible();
});
