import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import { queryOptions } from '@tanstack/react-query';
import { browserClient } from '../../../lib/data/page-data.ts';

/** Kind and id of the person or item that an administrator moderates outside a case. */
export interface SubjectRef {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** Query for the moderation status and the owner of a subject; the server answers it only to administrators. */
export const subjectQuery = ({ kind, id }: SubjectRef) =>
  queryOptions({
    queryKey: ['admin', 'subject', kind, id],
    queryFn: async ({ signal }) =>
      (await browserClient()).moderationActions.getSubject({ params: { kind, id } }, { signal }),
    staleTime: 0,
  });
