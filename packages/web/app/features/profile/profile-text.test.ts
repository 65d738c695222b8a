import type { PublicUser } from '@guilda/contract/accounts/users';
import { describe, expect, it } from 'vitest';
import { displayNameOf, memberSinceText, profileDescription } from './profile-text.ts';

const publicPerson: PublicUser = {
  uid: 'u',
  username: 'mirafina',
  displayName: 'Mira Fina',
  photoURL: null,
  badges: [],
  status: 'offline',
  bio: null,
  effectPhrase: '',
  discordId: null,
  canBeCalled: false,
  privacy: 'public',
  rating: null,
  reviewCount: 0,
  createdAt: '2025-03-31T23:30:00.000Z',
  restricted: false,
  blocked: false,
};

describe('displayNameOf', () => {
  it('is the display name, else the username', () => {
    expect(displayNameOf(publicPerson)).toBe('Mira Fina');
    expect(displayNameOf({ ...publicPerson, displayName: null })).toBe('mirafina');
  });
});

describe('memberSinceText', () => {
  it('is month and year in UTC, the same on server and browser', () => {
    expect(memberSinceText(publicPerson.createdAt)).toBe('03/2025');
  });
});

describe('profileDescription', () => {
  it('is phrase and bio on one line', () => {
    const personWithTexts = { ...publicPerson, effectPhrase: 'Todo dia.', bio: 'Treino\n\nmira.' };
    expect(profileDescription(personWithTexts)).toBe('Todo dia. Treino mira.');
  });

  it('invites to the profile without phrase and bio', () => {
    expect(profileDescription(publicPerson)).toContain('Mira Fina');
  });

  it('reveals nothing of a private profile', () => {
    const privatePerson = { ...publicPerson, effectPhrase: 'Segredo.', restricted: true };
    expect(profileDescription(privatePerson)).toBe('O perfil de Mira Fina na Guilda é privado.');
  });
});
