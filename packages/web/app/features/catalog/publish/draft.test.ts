import { expect, test } from 'vitest';
import { dropDraft, emptyDraft, keepDraft, readDraft } from './draft.ts';

function memory() {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    size: () => map.size,
  };
}

const typed = {
  title: 'Treino',
  description: '',
  price: '45',
  category: 'valorant',
  type: 'media',
  archiveIds: ['a', 'b'],
} as const;

test('what was typed comes back to who typed it', () => {
  const store = memory();
  keepDraft(store, 'a', typed);
  expect(readDraft(store, 'a')).toEqual(typed);
  expect(readDraft(store, 'b')).toEqual(emptyDraft);
});

test('nothing typed leaves nothing behind, and a draft can be dropped', () => {
  const store = memory();
  keepDraft(store, 'a', typed);
  keepDraft(store, 'a', { ...typed, title: ' ', price: '', category: '', archiveIds: [] });
  expect(store.size()).toBe(0);
  keepDraft(store, 'a', typed);
  dropDraft(store);
  expect(readDraft(store, 'a')).toEqual(emptyDraft);
});

test('what cannot be read counts as nothing', () => {
  const store = memory();
  store.setItem('guilda-draft-service', '{broken');
  expect(readDraft(store, 'a')).toEqual(emptyDraft);
  store.setItem(
    'guilda-draft-service',
    '{"uid":"a","draft":{"title":7,"type":"x","archiveIds":[1,"b"]}}',
  );
  expect(readDraft(store, 'a')).toEqual({ ...emptyDraft, archiveIds: ['b'] });
});
