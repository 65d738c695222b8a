import { expect, test } from 'vitest';
import { type DraftStorage, readCommentDraft, updateCommentDraft } from './comment-draft.ts';

function memoryStorage(): DraftStorage & { readonly storedItems: Map<string, string> } {
  const storedItems = new Map<string, string>();
  return {
    storedItems,
    getItem: (name) => storedItems.get(name) ?? null,
    setItem: (name, value) => void storedItems.set(name, value),
    removeItem: (name) => void storedItems.delete(name),
  };
}

const writeDraft = (store: DraftStorage, uid: string, postId: string, text: string) =>
  updateCommentDraft(store, uid, postId, (draft) => ({ ...draft, text }));

test('a draft is restored for the same post and the same person', () => {
  const store = memoryStorage();
  writeDraft(store, 'ana', 'p1', 'Que lindo');
  writeDraft(store, 'ana', 'p2', 'Outro');
  expect(readCommentDraft(store, 'ana', 'p1').text).toBe('Que lindo');
  expect(readCommentDraft(store, 'ana', 'p3')).toEqual({ text: '', unsent: [] });
  expect(readCommentDraft(store, 'bia', 'p1').text).toBe('');
  writeDraft(store, 'bia', 'p1', 'Meu');
  expect(readCommentDraft(store, 'ana', 'p2').text).toBe('');
});

test('an empty text stores no draft', () => {
  const store = memoryStorage();
  writeDraft(store, 'ana', 'p1', 'Que lindo');
  writeDraft(store, 'ana', 'p1', ' \n');
  expect(store.storedItems.size).toBe(0);
});

test('a comment without an answer is stored with its key', () => {
  const store = memoryStorage();
  const unsent = [{ key: 'k', text: 'Oi' }];
  updateCommentDraft(store, 'ana', 'p1', () => ({ text: '', unsent }));
  writeDraft(store, 'ana', 'p1', 'Mais um');
  expect(readCommentDraft(store, 'ana', 'p1')).toEqual({ text: 'Mais um', unsent });
});

test('only the drafts of the latest posts are stored', () => {
  const store = memoryStorage();
  for (let index = 0; index < 25; index += 1) writeDraft(store, 'ana', `p${index}`, 'texto');
  writeDraft(store, 'ana', 'p5', 'outra vez');
  writeDraft(store, 'ana', 'p99', 'texto');
  expect(readCommentDraft(store, 'ana', 'p4').text).toBe('');
  expect(readCommentDraft(store, 'ana', 'p5').text).toBe('outra vez');
  expect(readCommentDraft(store, 'ana', 'p6').text).toBe('');
});

test.each(['não é json', '{"uid":"ana","posts":3}', '{"uid":"ana","posts":{"p1":[1]}}'])(
  'a malformed draft is ignored: %s',
  (text) => {
    const store = memoryStorage();
    store.storedItems.set('guilda-draft-comments', text);
    expect(readCommentDraft(store, 'ana', 'p1')).toEqual({ text: '', unsent: [] });
    writeDraft(store, 'ana', 'p1', 'novo');
    expect(readCommentDraft(store, 'ana', 'p1').text).toBe('novo');
  },
);
