import { ApiError } from '@guilda/contract/api-error';
import { type ErrorCode, errors } from '@guilda/contract/errors';
import type { OwnUser } from '@guilda/contract/users';
import { describe, expect, it, vi } from 'vitest';
import { failureWords, linkAccount } from './linking.ts';

const person = (discordId: string | null) => ({ uid: 'u', discordId }) as OwnUser;
const consent = { kind: 'consent', code: 'c', state: 's' } as const;

const refused = (code: ErrorCode) =>
  new ApiError(errors[code].status, { code, message: errors[code].text });

const failing = (error: Error, me: OwnUser) => ({
  linkDiscord: vi.fn(() => Promise.reject(error)),
  getMe: vi.fn(async () => me),
});

describe('handing a consent in', () => {
  it('answers the person as linking left them, asking nothing more', async () => {
    const linkDiscord = vi.fn(async () => ({ user: person('1') }));
    const getMe = vi.fn();
    expect(await linkAccount({ linkDiscord, getMe }, consent)).toEqual(person('1'));
    expect(linkDiscord).toHaveBeenCalledExactlyOnceWith({ body: { code: 'c', state: 's' } });
    expect(getMe).not.toHaveBeenCalled();
  });

  it.each([
    ['was used before', refused('discord_state_invalid')],
    ['lost its answer', new Error('Sem conexão com o servidor.')],
    ['ended in a server that went down', refused('unavailable')],
  ])('that %s finds the link it made', async (_, error) => {
    expect(await linkAccount(failing(error, person('1')), consent)).toEqual(person('1'));
    await expect(linkAccount(failing(error, person(null)), consent)).rejects.toBe(error);
  });

  it.each(['discord_taken', 'discord_already_linked', 'discord_link_refused'] as const)(
    'that ends in %s is not linked, whatever stands',
    async (code) => {
      const api = failing(refused(code), person('1'));
      await expect(linkAccount(api, consent)).rejects.toMatchObject({ code });
      expect(api.getMe).not.toHaveBeenCalled();
    },
  );
});

describe('a failure', () => {
  it('is told in the words of the server, and begun anew where that helps', () => {
    const again = (code: ErrorCode) => failureWords(refused(code)).again;
    expect(failureWords(refused('discord_taken'))).toEqual({
      title: 'Discord não conectado',
      text: 'Esta conta do Discord já está vinculada a outro usuário.',
      again: 'Conectar outra conta',
      wrong: true,
    });
    expect(again('discord_already_linked')).toBeNull();
    expect(again('discord_unavailable')).toBe('Tentar de novo');
    expect(again('discord_state_invalid')).toBe('Tentar de novo');
    expect(failureWords({}).text).toBe('Erro desconhecido');
  });
});
