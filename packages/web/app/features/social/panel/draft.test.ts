import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createDraftStore,
  type DraftStoreDeps,
  emptyPostDraft,
  type PostDraft,
  postDraftKey,
  STORE_DELAY_MS,
} from './draft.ts';

function memoryStorage() {
  const storedItems = new Map<string, string>();
  return {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: vi.fn((key: string, value: string) => void storedItems.set(key, value)),
    removeItem: (key: string) => void storedItems.delete(key),
    size: () => storedItems.size,
  };
}

let keyCount = 0;
function createTestStore(store: DraftStoreDeps['store'], overrides: Partial<DraftStoreDeps> = {}) {
  const newKey = () => {
    keyCount += 1;
    return `key-${keyCount}`;
  };
  return createDraftStore({ store, uid: 'ana', mayKeep: () => true, newKey, ...overrides });
}

const typedValues: PostDraft = {
  title: 'Base',
  description: 'Com gato.',
  hashtags: '#base',
  serviceId: 'x',
  sensitive: true,
  hadPhoto: true,
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('typed text is stored within half a second, also during continuous typing', () => {
  const store = memoryStorage();
  const draftStore = createTestStore(store);
  for (let ms = 0; ms < STORE_DELAY_MS; ms += 50) {
    draftStore.change({ ...typedValues, title: `Base ${ms}` });
    vi.advanceTimersByTime(50);
  }
  expect(STORE_DELAY_MS).toBeLessThanOrEqual(500);
  expect(store.setItem).toHaveBeenCalledTimes(1);
  expect(createTestStore(store).news()).toEqual({ ...typedValues, title: 'Base 350' });
});

test('a page that is left stores the waiting text', () => {
  const store = memoryStorage();
  const draftStore = createTestStore(store);
  draftStore.change(typedValues);
  draftStore.flush();
  expect(createTestStore(store).news()).toEqual(typedValues);
  vi.runAllTimers();
  expect(store.setItem).toHaveBeenCalledTimes(1);
});

test('a draft belongs to one person', () => {
  const store = memoryStorage();
  const draftStore = createTestStore(store);
  draftStore.change(typedValues);
  draftStore.flush();
  expect(createTestStore(store, { uid: 'bia' }).news()).toBeNull();
});

test('an empty form stores no draft', () => {
  const store = memoryStorage();
  const draftStore = createTestStore(store);
  draftStore.change(typedValues);
  draftStore.flush();
  draftStore.change({ ...emptyPostDraft, title: ' ', hadPhoto: true });
  draftStore.flush();
  expect(store.size()).toBe(0);
});

test('a page is notified only about changes by other pages', () => {
  const store = memoryStorage();
  const [here, there] = [createTestStore(store), createTestStore(store)];
  here.change(typedValues);
  here.flush();
  expect(here.news()).toBeNull();
  expect(there.news()).toEqual(typedValues);
  expect(there.news()).toBeNull();
  there.change({ ...typedValues, title: 'Outra' });
  there.flush();
  expect(here.news()?.title).toBe('Outra');
});

test('a page without changes stores nothing, and deletes only the draft that it has read', () => {
  const store = memoryStorage();
  const [here, there] = [createTestStore(store), createTestStore(store)];
  here.change(typedValues);
  here.flush();
  there.news();
  there.change({ ...typedValues, title: 'De lá' });
  there.flush();
  here.change(typedValues);
  here.flush();
  here.drop();
  expect(createTestStore(store).news()?.title).toBe('De lá');
  there.drop();
  expect(store.size()).toBe(0);
  vi.runAllTimers();
  expect(store.size()).toBe(0);
});

test('sending does not delete text that another page stored', () => {
  const store = memoryStorage();
  const [here, there] = [createTestStore(store), createTestStore(store)];
  here.change(typedValues);
  here.flush();
  there.news();
  there.change({ ...typedValues, title: 'De lá' });
  there.flush();
  const key = here.attempt();
  expect(here.attempt()).toBe(key);
  expect(createTestStore(store).news()?.title).toBe('De lá');
  here.settle();
  here.drop();
  // The form is cleared after sending and then reports an empty draft, which must not replace the other tab's draft.
  here.change(emptyPostDraft);
  vi.runAllTimers();
  here.flush();
  expect(createTestStore(store).news()?.title).toBe('De lá');
  expect(here.news()?.title).toBe('De lá');
});

test('an attempt keeps its key until its outcome is known, also after a crash', () => {
  const store = memoryStorage();
  const draftStore = createTestStore(store);
  draftStore.change(typedValues);
  const key = draftStore.attempt();
  expect(draftStore.attempt()).toBe(key);
  const laterStore = createTestStore(store);
  expect(laterStore.news()).toEqual(typedValues);
  laterStore.change({ ...typedValues, title: 'Base nova' });
  expect(laterStore.attempt()).toBe(key);
  laterStore.settle();
  expect(laterStore.attempt()).not.toBe(key);
  laterStore.drop();
  expect(laterStore.attempt()).not.toBe(key);
});

test('signing out deletes the draft', () => {
  const store = memoryStorage();
  let signedIn = true;
  const draftStore = createTestStore(store, { mayKeep: () => signedIn });
  draftStore.change(typedValues);
  signedIn = false;
  vi.runAllTimers();
  draftStore.flush();
  draftStore.attempt();
  expect(store.size()).toBe(0);
});

test('a draft that cannot be parsed is ignored', () => {
  const store = memoryStorage();
  for (const storedText of [
    '{broken',
    'null',
    '7',
    '{"draft":7}',
    '{"draft":{"title":7,"sensitive":1}}',
  ]) {
    store.setItem(postDraftKey('ana'), storedText);
    expect(createTestStore(store).news()).toEqual(emptyPostDraft);
  }
});

test('a storage that fails does not change the text on the page', () => {
  const throwClosed = () => {
    throw new Error('closed');
  };
  const draftStore = createTestStore({
    getItem: throwClosed,
    setItem: throwClosed,
    removeItem: throwClosed,
  });
  draftStore.change(typedValues);
  vi.runAllTimers();
  expect(draftStore.news()).toBeNull();
  expect(draftStore.attempt()).toBe(draftStore.attempt());
  expect(() => draftStore.drop()).not.toThrow();
});
