import { type Category, type CategorySlug, categories } from '@guilda/contract/services/categories';

/** Groups of related categories; the category for adults belongs to none. */
const categoryGroups: readonly (readonly CategorySlug[])[] = [
  ['valorant', 'csgo', 'overwatch', 'apex-legends', 'call-of-duty', 'pubg', 'fortnite'],
  ['league-of-legends', 'dota', 'teamfight-tactics', 'starcraft'],
  ['minecraft', 'osu', 'drawing', 'music', 'movies'],
  ['e-chat', 'outros'],
];

/** Number of categories that are suggested. */
const SUGGESTED_CATEGORY_COUNT = 9;

/**
 * Categories that are suggested where a list is short, none of them for adults: those of the same group first, then the
 * others in display order. `slug`: the category of the list, if it has one.
 */
export function relatedCategories(slug: CategorySlug | undefined): readonly Category[] {
  const group = categoryGroups.find((each) => slug !== undefined && each.includes(slug)) ?? [];
  const others = categories.filter((each) => !each.adult && each.slug !== slug);
  const sameGroup = others.filter((each) => group.includes(each.slug));
  return [...sameGroup, ...others.filter((each) => !sameGroup.includes(each))].slice(
    0,
    SUGGESTED_CATEGORY_COUNT,
  );
}
