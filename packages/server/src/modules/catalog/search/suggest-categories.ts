import { limits } from '@guilda/contract/limits';
import { categories } from '@guilda/contract/services/categories';
import { toUnicodeForm } from '@guilda/contract/unicode-form';
import { categoryViews } from '../view.ts';

const normalizeText = (text: string) =>
  toUnicodeForm(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string) => normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The names of a category: its label, its slug, and the initials of a label with several words (`lol`). */
const categoryNames = categories.map(({ slug, label }) => {
  const words = wordsOf(label);
  const initials = words.length > 1 ? words.map((word) => word[0]).join('') : '';
  return [words.join(''), slug.replaceAll('-', ''), initials, ...words, ...wordsOf(slug)];
});

/**
 * The categories whose names begin with the words of a text that is still being typed; at most `limits.suggestions`, in
 * display order.
 */
export function suggestCategories(searchText: string) {
  const typedWords = wordsOf(searchText);
  if (typedWords.length === 0) return [];
  const matches = (names: readonly string[]) =>
    names.some((name) => name.startsWith(typedWords.join(''))) ||
    typedWords.every((word) => names.some((name) => name.startsWith(word)));
  return categoryViews
    .filter((_, index) => matches(categoryNames[index] ?? []))
    .slice(0, limits.suggestions)
    .map(({ slug, name, image }) => ({ slug, name, image }));
}
