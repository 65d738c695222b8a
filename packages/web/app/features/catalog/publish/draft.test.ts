import { expect, test } from 'vitest';
import { dropDraft, keepDraft, readDraft } from './draft.ts';
import { emptyForm } from './service-form.ts';

function memory() {
  const map = new Map<string, string>();
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    size: () => map.size,
  };
}

const typed = { title: 'Treino', description: '', price: '45', category: 'valorant' };

test('what was typed comes back to who typed it', () => {
  const store = memory();
  keepDraft(store, 'a', typed);
  expect(readDraft(store, 'a')).toEqual(typed);
  expect(readDraft(store, 'b')).toEqual(emptyForm);
});

test('nothing typed leaves nothing behind, and a draft can be dropped', () => {
  const store = memory();
  keepDraft(store, 'a', typed);
  keepDraft(store, 'a', { ...typed, title: ' ', price: '', category: '' });
  expect(store.size()).toBe(0);
  keepDraft(store, 'a', typed);
  dropDraft(store);
  expect(readDraft(store, 'a')).toEqual(emptyForm);
});

test('what cannot be read counts as nothing', () => {
  const store = memory();
  store.setItem('guilda-draft-service', '{broken');
  expect(readDraft(store, 'a')).toEqual(emptyForm);
  store.setItem('guilda-draft-service', '{"uid":"a","draft":{"title":7}}');
  expect(readDraft(store, 'a').title).toBe('');
});
