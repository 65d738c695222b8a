import type { OwnUser } from '@guilda/contract/users';
import { expect, test, vi } from 'vitest';
import { storeUser, useSession } from './session.ts';

vi.stubGlobal('localStorage', { setItem: () => {}, removeItem: () => {} });

const person = (uid: string, discordId: string | null) => ({ uid, discordId }) as OwnUser;

test('an answer about a person is kept while it is they who are signed in', () => {
  const session = useSession.getState();
  session.setUser(person('ana', null));
  storeUser(person('ana', '11'));
  expect(useSession.getState().user).toEqual(person('ana', '11'));
  storeUser({ uid: 'ana', privacy: 'private' });
  expect(useSession.getState().user).toEqual({ ...person('ana', '11'), privacy: 'private' });
  session.setUser(person('davi', null));
  storeUser(person('ana', '22'));
  expect(useSession.getState().user).toEqual(person('davi', null));
  session.setUser(null);
  storeUser(person('ana', '22'));
  expect(useSession.getState().user).toBeNull();
});
