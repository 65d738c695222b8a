import type { SubjectKind } from '@guilda/contract/moderation';
import { queryOptions } from '@tanstack/react-query';
import { browserClient } from '../../lib/page-data.ts';

/** What the team looks at outside any case. */
export interface Seen {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** How something stands now, hidden or not, and whose it is: for the team alone. */
export const subjectQuery = ({ kind, id }: Seen) =>
  queryOptions({
    queryKey: ['admin', 'subject', kind, id],
    queryFn: async ({ signal }) =>
      (await browserClient()).enforcement.getSubject({ params: { kind, id } }, { signal }),
    staleTime: 0,
  });
