import type { Suggestions } from '@guilda/contract/services/search';

/** One line of the list below the search field: a search for a text, or a page to open. */
export type SuggestionOption =
  | { readonly kind: 'search' | 'recent'; readonly key: string; readonly text: string }
  | {
      readonly kind: 'category';
      readonly key: string;
      readonly to: string;
      readonly category: Suggestions['categories'][number];
    }
  | {
      readonly kind: 'service';
      readonly key: string;
      readonly to: string;
      readonly service: Suggestions['services'][number];
    }
  | {
      readonly kind: 'user';
      readonly key: string;
      readonly to: string;
      readonly user: Suggestions['users'][number];
    };

export interface SuggestionGroup {
  readonly key: string;
  /** Heading of the group; null for the option that searches for the typed text. */
  readonly title: string | null;
  readonly options: readonly SuggestionOption[];
}

function groupsOfSuggestions({ categories, services, users }: Suggestions): SuggestionGroup[] {
  return [
    {
      key: 'categories',
      title: 'Categorias',
      options: categories.map((category) => ({
        kind: 'category',
        key: `category-${category.slug}`,
        to: `/category/${category.slug}`,
        category,
      })),
    },
    {
      key: 'services',
      title: 'Serviços',
      options: services.map((service) => ({
        kind: 'service',
        key: `service-${service.id}`,
        to: `/service/${service.id}`,
        service,
      })),
    },
    {
      key: 'users',
      title: 'Pessoas',
      options: users.map((user) => ({
        kind: 'user',
        key: `user-${user.uid}`,
        to: `/user/${user.username}`,
        user,
      })),
    },
  ];
}

/**
 * Option groups below the search field: recent searches while it is blank, otherwise suggestions and the search for the
 * typed text.
 */
export function suggestionGroups(
  q: string,
  suggestions: Suggestions,
  recentSearches: readonly string[],
): readonly SuggestionGroup[] {
  const groups: SuggestionGroup[] =
    q === ''
      ? [
          {
            key: 'recent',
            title: 'Buscas recentes',
            options: recentSearches.map((text, place) => ({
              kind: 'recent',
              key: `recent-${place}`,
              text,
            })),
          },
        ]
      : [
          ...groupsOfSuggestions(suggestions),
          { key: 'search', title: null, options: [{ kind: 'search', key: 'search', text: q }] },
        ];
  return groups.filter(({ options }) => options.length > 0);
}
