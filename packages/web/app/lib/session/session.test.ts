import type { OwnUser } from '@guilda/contract/accounts/users';
import { expect, test, vi } from 'vitest';
import { reloadUser, storeUser, syncSessionAcrossTabs, useSession } from './session.ts';

let accessToken: string | null = null;
vi.stubGlobal('localStorage', {
  setItem: () => {},
  removeItem: () => {},
  getItem: (key: string) => (key === 'accessToken' ? accessToken : null),
});

const buildPerson = (uid: string, discordId: string | null) => ({ uid, discordId }) as OwnUser;

test('an answer about a person is stored only while the same person is signed in', () => {
  const session = useSession.getState();
  session.setUser(buildPerson('ana', null));
  storeUser(buildPerson('ana', '11'));
  expect(useSession.getState().user).toEqual(buildPerson('ana', '11'));
  storeUser({ uid: 'ana', privacy: 'private' });
  expect(useSession.getState().user).toEqual({ ...buildPerson('ana', '11'), privacy: 'private' });
  session.setUser(buildPerson('davi', null));
  storeUser(buildPerson('ana', '22'));
  expect(useSession.getState().user).toEqual(buildPerson('davi', null));
  session.setUser(null);
  storeUser(buildPerson('ana', '22'));
  expect(useSession.getState().user).toBeNull();
});

test('an answer of the server about a person is not stored over a newer change of the session', async () => {
  accessToken = 'token';
  const session = useSession.getState();
  session.setUser(buildPerson('ana', null));
  await reloadUser(async () => buildPerson('ana', '11'));
  expect(useSession.getState().user).toEqual(buildPerson('ana', '11'));
  await reloadUser(async () => {
    storeUser(buildPerson('ana', '22'));
    return buildPerson('ana', '11');
  });
  expect(useSession.getState().user).toEqual(buildPerson('ana', '22'));
  await reloadUser(async () => {
    accessToken = null;
    return buildPerson('ana', '33');
  });
  expect(useSession.getState().user).toEqual(buildPerson('ana', '22'));
});

test('signing out in another tab also clears the session storage of this one; other changes do not', () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const clear = vi.fn();
  vi.stubGlobal('sessionStorage', { clear });
  const changeStorage = (key: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  const stop = syncSessionAcrossTabs();
  changeStorage('accessToken');
  expect(clear).not.toHaveBeenCalled();
  changeStorage(null);
  expect(clear).toHaveBeenCalledOnce();
  stop();
});

test('a page that Back restores from the cache detects that the person has signed out', () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const showPage = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const stop = syncSessionAcrossTabs();
  useSession.getState().setUser(buildPerson('ana', null));
  showPage(false);
  expect(useSession.getState().user).toEqual(buildPerson('ana', null));
  showPage(true);
  expect(useSession.getState().user).toBeNull();
  stop();
  useSession.getState().setUser(buildPerson('ana', null));
  showPage(true);
  expect(useSession.getState().user).toEqual(buildPerson('ana', null));
  useSession.getState().setUser(null);
});
