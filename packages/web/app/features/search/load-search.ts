import type { Service } from '@guilda/contract/catalog';
import type { ApiClient } from '@guilda/contract/client';
import type { PublicUser } from '@guilda/contract/users';

const SERVICES_SHOWN = '8';
const PEOPLE_SHOWN = '3';
const PEOPLE_PAGE = '24';

export interface PeoplePage {
  readonly users: PublicUser[];
  readonly nextCursor: string | null;
}

/** The first of both kinds, and whether there are more. */
export interface SearchResults {
  readonly services: readonly Service[];
  readonly moreServices: boolean;
  readonly people: readonly PublicUser[];
  readonly morePeople: boolean;
}

const nothing: SearchResults = {
  services: [],
  moreServices: false,
  people: [],
  morePeople: false,
};

/** What `/search` shows for a text; nothing is asked for without one. */
export const loadSearch =
  (q: string) =>
  async (client: ApiClient): Promise<SearchResults> => {
    if (q === '') return nothing;
    const [services, people] = await Promise.all([
      client.catalog.listServices({ query: { q, limit: SERVICES_SHOWN } }),
      client.users.searchUsers({ query: { q, limit: PEOPLE_SHOWN } }),
    ]);
    return {
      services: services.services,
      moreServices: services.nextCursor !== null,
      people: people.users,
      morePeople: people.nextCursor !== null,
    };
  };

/** A page of people, the first one without a cursor. */
export const loadPeople =
  (q: string) =>
  (client: ApiClient, cursor?: string | undefined): Promise<PeoplePage> =>
    client.users.searchUsers({ query: { q, limit: PEOPLE_PAGE, cursor } });
