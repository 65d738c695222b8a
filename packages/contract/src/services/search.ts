import { author } from '../accounts/users.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { service } from './catalog.ts';
import { categorySlugs } from './categories.ts';

const suggestedCategory = z.object({
  slug: z.enum(categorySlugs),
  name: z.string(),
  image: z.string(),
});

const suggestions = z.object({
  categories: z.array(suggestedCategory),
  services: z.array(
    service.pick({ id: true, title: true, price: true, photoURL: true, category: true }),
  ),
  users: z.array(author.pick({ uid: true, username: true, displayName: true, photoURL: true })),
});

/** Suggestions for a search text that is still being typed, at most `limits.suggestions` of each kind. */
export type Suggestions = z.infer<typeof suggestions>;

export const searchEndpoints = {
  suggest: endpoint({
    method: 'GET',
    path: '/api/search/suggestions',
    summary: 'Categories, services and people for a search text that is still being typed',
    access: 'optional',
    mayBeLate: true,
    query: z.object({
      /** The text typed so far; its last word is treated as the beginning of a word. */
      q: z
        .string({ error: errors.invalid_parameter.text })
        .max(limits.searchText, errors.invalid_parameter.text)
        .default(''),
    }),
    status: 200,
    output: suggestions,
    errors: ['invalid_parameter'],
    limit: 'suggestions',
  }),
};
