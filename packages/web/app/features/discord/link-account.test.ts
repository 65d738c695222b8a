import type { OwnUser } from '@guilda/contract/accounts/users';
import { ApiError } from '@guilda/contract/api-error';
import { type ErrorCode, errors } from '@guilda/contract/errors';
import { describe, expect, it, vi } from 'vitest';
import { failureText, linkDiscordAccount } from './link-account.ts';

const buildPerson = (discordId: string | null) => ({ uid: 'u', discordId }) as OwnUser;
const consentResult = { kind: 'consent', code: 'c', state: 's' } as const;

const refusalWith = (code: ErrorCode) =>
  new ApiError(errors[code].status, { code, message: errors[code].text });

const buildFailingClient = (error: Error, linkedUser: OwnUser) => ({
  linkDiscord: vi.fn(() => Promise.reject(error)),
  getMe: vi.fn(async () => linkedUser),
});

describe('linkDiscordAccount', () => {
  it('returns the updated person without another request', async () => {
    const linkDiscord = vi.fn(async () => ({ user: buildPerson('1') }));
    const getMe = vi.fn();
    expect(await linkDiscordAccount({ linkDiscord, getMe }, consentResult)).toEqual(
      buildPerson('1'),
    );
    expect(linkDiscord).toHaveBeenCalledExactlyOnceWith({ body: { code: 'c', state: 's' } });
    expect(getMe).not.toHaveBeenCalled();
  });

  it.each([
    ['was used before', refusalWith('discord_state_invalid')],
    ['lost its answer', new Error('Sem conexão com o servidor.')],
    ['ended in a server that went down', refusalWith('unavailable')],
  ])('a consent that %s finds the link it made', async (_, error) => {
    expect(
      await linkDiscordAccount(buildFailingClient(error, buildPerson('1')), consentResult),
    ).toEqual(buildPerson('1'));
    await expect(
      linkDiscordAccount(buildFailingClient(error, buildPerson(null)), consentResult),
    ).rejects.toBe(error);
  });

  it.each(['discord_taken', 'discord_already_linked', 'discord_link_refused'] as const)(
    '%s is an error even when the account is linked',
    async (code) => {
      const api = buildFailingClient(refusalWith(code), buildPerson('1'));
      await expect(linkDiscordAccount(api, consentResult)).rejects.toMatchObject({ code });
      expect(api.getMe).not.toHaveBeenCalled();
    },
  );
});

describe('failureText', () => {
  it('uses the text of the server and offers a retry where that helps', () => {
    const retryLabelFor = (code: ErrorCode) => failureText(refusalWith(code)).retryLabel;
    expect(failureText(refusalWith('discord_taken'))).toEqual({
      title: 'Discord não conectado',
      text: 'Esta conta do Discord já está vinculada a outro usuário.',
      retryLabel: 'Conectar outra conta',
      isError: true,
    });
    expect(retryLabelFor('discord_already_linked')).toBeNull();
    expect(retryLabelFor('discord_unavailable')).toBe('Tentar de novo');
    expect(retryLabelFor('discord_state_invalid')).toBe('Tentar de novo');
    expect(failureText({}).text).toBe('Erro desconhecido');
  });
});
