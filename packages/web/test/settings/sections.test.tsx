import type { OwnUser } from '@guilda/contract/accounts/users';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AccountSection } from '../../app/features/settings/account/account-section.tsx';
import { DevicesSection } from '../../app/features/settings/account/devices-section.tsx';
import { CallsSection } from '../../app/features/settings/calls-section.tsx';
import { PrivacySection } from '../../app/features/settings/privacy-section.tsx';
import { storeUser } from '../../app/lib/session/session.ts';
import { apiError, FakeResponse, requestsTo, serveApi } from '../fakes/api-handlers.ts';
import { buildId, minutesAgo } from '../fixtures/builders.ts';
import { buttonIn, findToast } from '../fixtures/screen.ts';
import {
  buildStorage,
  renderSettings,
  SAVE_REQUEST,
  storedUser,
} from '../fixtures/settings-builders.tsx';

const regionNamed = (name: string) => screen.getByRole('region', { name });
const accountSection = (user: OwnUser) => <AccountSection user={user} />;
const callsSection = (user: OwnUser) => <CallsSection user={user} />;
const privacySection = (user: OwnUser) => <PrivacySection user={user} />;
const devicesSection = (user: OwnUser) => <DevicesSection user={user} />;

const STORAGE_REQUEST = 'GET /api/users/me/storage';
const SESSIONS_REQUEST = 'GET /api/users/me/sessions';

describe('the section of the account', () => {
  it('shows the e-mail of the account', async () => {
    const { user } = await renderSettings();
    expect(regionNamed('Conta')).toHaveTextContent(user.email ?? '');
    expect(await within(regionNamed('Conta')).findByText('Não conectado')).toBeVisible();
    expect(screen.getByText('Precisa ser único e fica visível para todos.')).toBeVisible();
  });

  it('shows its used storage', async () => {
    await renderSettings({ section: accountSection });
    expect(await within(regionNamed('Conta')).findByText('0 B de 20 GB')).toBeVisible();
  });

  it('loads the storage again after a failure, and says when it is nearly full', async () => {
    let isFailing = true;
    const answer = () => {
      if (isFailing) throw apiError('unavailable');
      return buildStorage({ used: 19.2 * 1024 ** 3 });
    };
    const { person } = await renderSettings({
      section: accountSection,
      handlers: { [STORAGE_REQUEST]: answer },
    });
    const accountRegion = regionNamed('Conta');
    expect(await within(accountRegion).findByRole('alert')).toBeVisible();
    isFailing = false;
    await person.click(buttonIn(accountRegion, 'Tentar de novo'));
    expect(await within(accountRegion).findByText('19,2 GB de 20 GB')).toBeVisible();
    expect(within(accountRegion).getByText(/Quase cheio\. Apague/)).toBeVisible();
  });
});

describe('the call switch', () => {
  it('shows its new state at once, and keeps it once it is saved', async () => {
    const { user, person } = await renderSettings({ section: callsSection });
    const responseGate = Promise.withResolvers<void>();
    serveApi({
      [SAVE_REQUEST]: () => responseGate.promise.then(() => ({ ...user, canBeCalled: true })),
    });
    await person.click(screen.getByRole('switch', { name: 'Deseja receber ligações?' }));
    expect(screen.getByRole('switch', { name: 'Ligações Ativadas' })).toBeChecked();
    await waitFor(() => expect(requestsTo(SAVE_REQUEST)).toHaveLength(1));
    expect(requestsTo(SAVE_REQUEST)[0]?.body).toEqual({ canBeCalled: true });
    expect(storedUser()?.canBeCalled).toBe(false);
    responseGate.resolve();
    await waitFor(() => expect(storedUser()?.canBeCalled).toBe(true));
  });

  it('keeps its new position when saving fails, and shows the reason', async () => {
    const { person } = await renderSettings({ section: callsSection });
    serveApi({ [SAVE_REQUEST]: () => Promise.reject(apiError('unavailable')) });
    await person.click(screen.getByRole('switch', { name: 'Deseja receber ligações?' }));
    await findToast('Serviço temporariamente indisponível.');
    expect(screen.getByRole('switch', { name: 'Ligações Ativadas' })).toBeChecked();
    expect(storedUser()?.canBeCalled).toBe(false);
  });
});

describe('the call switch beside changes elsewhere', () => {
  const callSwitch = () => screen.getByRole('switch', { name: /^(Ligações|Deseja)/ });

  it('follows the account', async () => {
    const { user } = await renderSettings({ section: callsSection });
    act(() => storeUser({ uid: user.uid, canBeCalled: true }));
    expect(callSwitch()).toBeChecked();
  });

  it('shows the latest press until its answer, then follows the account again', async () => {
    const { user, person } = await renderSettings({ section: callsSection });
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    serveApi({
      [SAVE_REQUEST]: async ({ body }) => {
        await gates[requestsTo(SAVE_REQUEST).length - 1]?.promise;
        return { ...user, ...(body as object) };
      },
    });
    await person.click(callSwitch());
    await person.click(callSwitch());
    gates[0]?.resolve();
    await waitFor(() => expect(requestsTo(SAVE_REQUEST)).toHaveLength(2));
    expect(storedUser()?.canBeCalled).toBe(true);
    expect(callSwitch()).not.toBeChecked();
    gates[1]?.resolve();
    await waitFor(() => expect(storedUser()?.canBeCalled).toBe(false));
    await act(async () => storeUser({ uid: user.uid, canBeCalled: true }));
    await waitFor(() => expect(callSwitch()).toBeChecked());
  });
});

describe('the privacy of the profile', () => {
  it('is chosen, saved and confirmed', async () => {
    const { user, person } = await renderSettings({ section: privacySection });
    serveApi({ [SAVE_REQUEST]: () => ({ ...user, privacy: 'private' }) });
    await person.click(screen.getByRole('radio', { name: /Privado/ }));
    await findToast('Seu perfil agora é privado');
    expect(screen.getByRole('radio', { name: /Privado/ })).toBeChecked();
    expect(requestsTo(SAVE_REQUEST)[0]?.body).toEqual({ privacy: 'private' });
  });
});

describe('the section of devices', () => {
  const currentDevice = { id: buildId(), device: 'Chrome · Linux', current: true };
  const otherDevice = { id: buildId(), device: 'Safari · iOS', current: false };
  const times = { createdAt: minutesAgo(60), lastUsedAt: minutesAgo(2) };

  const END_SESSION_REQUEST = 'DELETE /api/users/me/sessions/:id';
  const renderDevices = async () => {
    let sessions = [
      { ...currentDevice, ...times },
      { ...otherDevice, ...times },
    ];
    const endOther = () => {
      sessions = sessions.slice(0, 1);
      return new FakeResponse(204);
    };
    const { person } = await renderSettings({
      section: devicesSection,
      handlers: {
        [SESSIONS_REQUEST]: () => ({ sessions }),
        [END_SESSION_REQUEST]: endOther,
        'DELETE /api/users/me/sessions': endOther,
      },
    });
    const deviceList = regionNamed('Aparelhos');
    const press = async (name: RegExp) =>
      person.click(await within(deviceList).findByRole('button', { name }));
    return { deviceList, press };
  };

  it('removes a device when its session is ended', async () => {
    const { deviceList, press } = await renderDevices();
    await press(/^Encerrar Safari/);
    await findToast('Sessão encerrada');
    await waitFor(() => expect(within(deviceList).getAllByRole('listitem')).toHaveLength(1));
    expect(requestsTo(END_SESSION_REQUEST)[0]?.path).toContain(otherDevice.id);
    expect(deviceList).toHaveTextContent('Este aparelho');
  });

  it.each([/^Encerrar Safari/, /^Sair dos outros aparelhos/])(
    'takes the focus when the pressed button %s disappears',
    async (name) => {
      const { deviceList, press } = await renderDevices();
      await press(name);
      await waitFor(() => expect(within(deviceList).getAllByRole('listitem')).toHaveLength(1));
      await waitFor(() => expect(deviceList).toHaveFocus());
    },
  );
});
