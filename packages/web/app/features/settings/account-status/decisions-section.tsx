import type { OwnUser } from '@guilda/contract/accounts/users';
import type { ApiClient } from '@guilda/contract/client';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { listTailOf } from '../../../lib/data/list-tail-of.ts';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import { EmptySection, QueryContent } from '../query-content.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { DecisionItem } from './decision-item.tsx';

type DecisionsPage = Awaited<ReturnType<ApiClient['moderation']['listDecisions']>>;
type Cursor = string | undefined;

const PAGE_SIZE = '10';

/** Loads the decisions about the person, latest first. */
function useDecisions(uid: string) {
  return useInfiniteQuery<
    DecisionsPage,
    Error,
    InfiniteData<DecisionsPage>,
    readonly string[],
    Cursor
  >({
    queryKey: ['decisions', uid],
    queryFn: ({ pageParam, signal }) =>
      api().moderation.listDecisions(
        { query: { cursor: pageParam, limit: PAGE_SIZE } },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

function DecisionList({ list }: { list: ReturnType<typeof useDecisions> }) {
  const decisions = list.data?.pages.flatMap((page) => page.decisions) ?? [];
  if (decisions.length === 0)
    return (
      <EmptySection
        title="Nenhuma decisão sobre você."
        text="Se a equipe agir sobre algo seu, o motivo aparece aqui e você pode recorrer."
      />
    );
  return (
    <>
      <ul>
        {decisions.map((each) => (
          <DecisionItem key={each.id} decision={each} />
        ))}
      </ul>
      <ListTail list={listTailOf(list)} />
    </>
  );
}

/** Section with the team's decisions about the person, which can be appealed (`docs/product/moderation.md`). */
export function DecisionsSection({ user }: { user: OwnUser }) {
  const list = useDecisions(user.uid);
  return (
    <SettingsSection id="decisoes" title="Decisões da equipe">
      <QueryContent query={list} loading="Carregando decisões da equipe">
        {() => <DecisionList list={list} />}
      </QueryContent>
    </SettingsSection>
  );
}
