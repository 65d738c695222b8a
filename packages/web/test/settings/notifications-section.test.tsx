import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotificationsSection } from '../../app/features/settings/notifications/notifications-section.tsx';
import { pushOwner } from '../../app/lib/push/push-owner.ts';
import {
  apiError,
  FakeResponse,
  requestsTo,
  type SentRequest,
  serveApi,
} from '../fakes/api-handlers.ts';
import { buildUser } from '../fixtures/builders.ts';
import { findToast } from '../fixtures/screen.ts';
import { buildPreferences, renderSettings } from '../fixtures/settings-builders.tsx';

const READ_REQUEST = 'GET /api/notifications/settings';
const SAVE_REQUEST = 'PUT /api/notifications/settings';

const findSwitch = (name: string) => screen.findByRole('switch', { name });
const quietFromField = () => screen.getByLabelText('Das');

function renderSection(user = buildUser()) {
  let storedPreferences: unknown = buildPreferences();
  return renderSettings({
    user,
    section: (account) => <NotificationsSection user={account} />,
    handlers: {
      [READ_REQUEST]: () => storedPreferences,
      [SAVE_REQUEST]: ({ body }: SentRequest) => {
        storedPreferences = body;
        return storedPreferences;
      },
    },
  });
}

/** A browser with push notifications and the given permission. */
function browserWithPush(permission: NotificationPermission) {
  vi.stubGlobal('Notification', { permission });
  vi.stubGlobal('PushManager', class {});
  const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/1' };
  const pushManager = { getSubscription: async () => subscription };
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
}

afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

describe('the delivery preferences', () => {
  it('save each choice at once', async () => {
    const { person } = await renderSection();
    expect(await findSwitch('Comunidade no navegador')).not.toBeChecked();
    expect(screen.getAllByRole('switch')).toHaveLength(7);
    for (const name of ['Mensagens por e-mail', 'Comunidade no navegador', 'Horário de silêncio'])
      await person.click(await findSwitch(name));
    await waitFor(() => expect(requestsTo(SAVE_REQUEST)).toHaveLength(3));
    const { topics } = buildPreferences();
    expect(requestsTo(SAVE_REQUEST).at(-1)?.body).toMatchObject({
      topics: {
        ...topics,
        messages: { push: true, email: false },
        community: { push: true, email: false },
      },
      quietHours: { from: '22:00', to: '07:00' },
    });
  });

  it('say what each topic covers', async () => {
    await renderSection();
    const describedTopics = [
      [/^Pedidos/, 'Pagamentos, atendimentos e avaliações. Saques: só no navegador.'],
      [/^Comunidade/, 'Curtidas, comentários, mensagens da equipe e a cópia dos seus dados.'],
    ] as const;
    for (const [name, hint] of describedTopics)
      expect(await screen.findByRole('rowheader', { name })).toHaveTextContent(hint);
  });

  it('keep what another device changed since they were loaded, and show it', async () => {
    const { person } = await renderSection();
    expect(await findSwitch('Pedidos por e-mail')).toBeChecked();
    const { topics, ...others } = buildPreferences();
    const otherChoice = { ...topics, orders: { push: true, email: false } };
    serveApi({ [READ_REQUEST]: () => ({ ...others, topics: otherChoice }) });
    await person.click(await findSwitch('Comunidade no navegador'));
    await waitFor(() => expect(requestsTo(SAVE_REQUEST)).toHaveLength(1));
    expect(requestsTo(SAVE_REQUEST)[0]?.body).toMatchObject({
      topics: { ...otherChoice, community: { push: true, email: false } },
    });
    await waitFor(async () => expect(await findSwitch('Pedidos por e-mail')).not.toBeChecked());
    expect(await findSwitch('Comunidade no navegador')).toBeChecked();
  });

  it('save quiet hours only when they differ', async () => {
    const { person } = await renderSection();
    await person.click(await findSwitch('Horário de silêncio'));
    expect(quietFromField()).toHaveValue('22:00');
    fireEvent.change(quietFromField(), { target: { value: '07:00' } });
    expect(screen.getByText('Escolha dois horários diferentes.')).toBeVisible();
    fireEvent.blur(quietFromField());
    fireEvent.change(quietFromField(), { target: { value: '23:30' } });
    fireEvent.blur(quietFromField());
    await waitFor(() => expect(requestsTo(SAVE_REQUEST)).toHaveLength(2));
    expect(requestsTo(SAVE_REQUEST)[1]?.body).toMatchObject({
      quietHours: { from: '23:30', to: '07:00' },
    });
    expect(screen.getByText(/^Pelo horário/)).toBeVisible();
  });

  it('keep the keyboard focus when quiet hours are saved', async () => {
    const { person } = await renderSection();
    await person.click(await findSwitch('Horário de silêncio'));
    await person.click(quietFromField());
    fireEvent.change(quietFromField(), { target: { value: '23:30' } });
    await person.click(screen.getByLabelText('Até'));
    await waitFor(() => expect(requestsTo(SAVE_REQUEST)).toHaveLength(2));
    expect(screen.getByLabelText('Até')).toHaveFocus();
    expect(quietFromField()).toHaveValue('23:30');
  });

  it('show the stored quiet hours again when saving them fails', async () => {
    const { person } = await renderSection();
    await person.click(await findSwitch('Horário de silêncio'));
    await waitFor(() => expect(requestsTo(SAVE_REQUEST)).toHaveLength(1));
    serveApi({ [SAVE_REQUEST]: () => Promise.reject(apiError('unavailable', 'Serviço fora.')) });
    fireEvent.change(quietFromField(), { target: { value: '23:30' } });
    fireEvent.blur(quietFromField());
    await findToast('Algo deu errado...');
    await waitFor(() => expect(quietFromField()).toHaveValue('22:00'));
  });

  it('show the stored values and the reason when saving fails', async () => {
    const { person } = await renderSection();
    serveApi({ [SAVE_REQUEST]: () => Promise.reject(apiError('unavailable', 'Serviço fora.')) });
    await person.click(await findSwitch('Pedidos por e-mail'));
    expect(await findToast('Algo deu errado...')).toHaveTextContent('Serviço fora.');
    await waitFor(async () => expect(await findSwitch('Pedidos por e-mail')).toBeChecked());
  });
});

describe('push notifications in a browser', () => {
  it('without support for them are explained', async () => {
    await renderSection();
    expect(await screen.findByText('Este navegador não recebe avisos')).toBeVisible();
  });

  it('that has blocked them are explained, and not offered', async () => {
    browserWithPush('denied');
    await renderSection();
    expect(await screen.findByText('Os avisos estão bloqueados neste navegador')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ativar avisos neste aparelho' })).toBeNull();
  });
});

describe('a test notification', () => {
  const user = buildUser();

  beforeEach(() => {
    browserWithPush('granted');
    pushOwner.set(user.uid);
  });

  it.each([
    ['says that it was sent', () => new FakeResponse(204), /^Enviado\./],
    [
      'says why it was not sent',
      () => Promise.reject(apiError('push_unavailable')),
      'Os avisos do navegador estão indisponíveis no momento.',
    ],
  ])('%s', async (_, answer, text) => {
    const { person } = await renderSection(user);
    serveApi({ 'POST /api/push/test': answer });
    expect(await screen.findByText('Os avisos chegam a este aparelho')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Enviar aviso de teste' }));
    expect(await screen.findByText(text)).toBeVisible();
  });
});
