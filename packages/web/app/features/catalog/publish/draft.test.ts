import { expect, test } from 'vitest';
import {
  deleteServiceDraft,
  emptyServiceDraft,
  readServiceDraft,
  storeServiceDraft,
} from './draft.ts';

function memoryStorage() {
  const storedValues = new Map<string, string>();
  return {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
    removeItem: (key: string) => void storedValues.delete(key),
    size: () => storedValues.size,
  };
}

const typedValues = {
  title: 'Treino',
  description: '',
  price: '45',
  category: 'valorant',
  type: 'media',
  archiveIds: ['a', 'b'],
  unansweredKey: 'k',
} as const;

test('a draft is restored for the person who typed it', () => {
  const store = memoryStorage();
  storeServiceDraft(store, 'a', typedValues);
  expect(readServiceDraft(store, 'a')).toEqual(typedValues);
  expect(readServiceDraft(store, 'b')).toEqual(emptyServiceDraft);
});

test('an empty form stores no draft, and a draft can be deleted', () => {
  const store = memoryStorage();
  storeServiceDraft(store, 'a', typedValues);
  storeServiceDraft(store, 'a', {
    ...typedValues,
    title: ' ',
    price: '',
    category: '',
    type: '',
    archiveIds: [],
  });
  expect(store.size()).toBe(0);
  storeServiceDraft(store, 'a', typedValues);
  deleteServiceDraft(store);
  expect(readServiceDraft(store, 'a')).toEqual(emptyServiceDraft);
});

test('a draft of which only the type was chosen is kept', () => {
  const store = memoryStorage();
  storeServiceDraft(store, 'a', { ...emptyServiceDraft, type: 'media' });
  expect(readServiceDraft(store, 'a').type).toBe('media');
});

test('a draft that cannot be parsed is ignored', () => {
  const store = memoryStorage();
  store.setItem('guilda-draft-service', '{broken');
  expect(readServiceDraft(store, 'a')).toEqual(emptyServiceDraft);
  store.setItem(
    'guilda-draft-service',
    '{"uid":"a","draft":{"title":7,"type":"x","archiveIds":[1,"b"]}}',
  );
  expect(readServiceDraft(store, 'a')).toEqual({ ...emptyServiceDraft, archiveIds: ['b'] });
});

test('a draft whose type was not chosen yet is restored without a type', () => {
  const store = memoryStorage();
  storeServiceDraft(store, 'a', { ...typedValues, type: '' });
  expect(readServiceDraft(store, 'a').type).toBe('');
  expect(emptyServiceDraft.type).toBe('');
});
