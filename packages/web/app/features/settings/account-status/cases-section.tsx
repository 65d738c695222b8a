import type { OwnUser } from '@guilda/contract/accounts/users';
import type { ApiClient } from '@guilda/contract/client';
import type { OwnCase } from '@guilda/contract/moderation/moderation';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { listTailOf } from '../../../lib/data/list-tail-of.ts';
import { Tag } from '../../../ui/display/tag.tsx';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import { UserText } from '../../../ui/text/user-text.tsx';
import { EmptySection, QueryContent } from '../query-content.tsx';
import { SettingsSection } from '../settings-section.tsx';
import * as styles from './entries.module.css';
import { FullDateTime } from './full-date-time.tsx';
import { caseKindWords, outcomeText, progressWords } from './status-words.ts';

type OwnCasesPage = Awaited<ReturnType<ApiClient['moderation']['listOwnCases']>>;
type Cursor = string | undefined;

const PAGE_SIZE = '10';

/** Loads the reports and requests of the person, latest first. */
function useOwnCases(uid: string) {
  return useInfiniteQuery<
    OwnCasesPage,
    Error,
    InfiniteData<OwnCasesPage>,
    readonly string[],
    Cursor
  >({
    queryKey: ['cases', uid],
    queryFn: ({ pageParam, signal }) =>
      api().moderation.listOwnCases({ query: { cursor: pageParam, limit: PAGE_SIZE } }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

function OwnCaseItem({ item }: { item: OwnCase }) {
  const { kind, code, title, about, state, progress, answer, createdAt, decidedAt } = item;
  const isOpen = state === 'open';
  const outcome = outcomeText(item);
  const name = about && (about.displayName || about.username);
  return (
    <li className={styles.entry}>
      <p className={`row spaceBetween ${styles.head}`}>
        <span className="textSm secondary">
          {caseKindWords[kind]} · Protocolo <span className="numeric noWrap">{code}</span>
        </span>
        <Tag tone={isOpen ? 'warn' : 'neutral'}>{progressWords[progress]}</Tag>
      </p>
      <p className="bold userText" dir="auto">
        {title}
      </p>
      <p className="textSm muted">
        {kind === 'report' && name && (
          <>
            Sobre <bdi>{name}</bdi> ·{' '}
          </>
        )}
        Enviado em <FullDateTime value={createdAt} />
        {isOpen && (
          <>
            {' '}
            · Resposta até <FullDateTime value={item.answerBy} />
          </>
        )}
      </p>
      {!isOpen && (
        <div className={styles.answer}>
          <p>
            {outcome && <span className="bold">{outcome}</span>}
            {decidedAt && (
              <span className="textSm muted">
                {outcome && ' · '}
                <FullDateTime value={decidedAt} />
              </span>
            )}
          </p>
          {answer && <UserText text={answer} className="secondary" />}
        </div>
      )}
    </li>
  );
}

function OwnCases({ list }: { list: ReturnType<typeof useOwnCases> }) {
  const cases = list.data?.pages.flatMap((page) => page.cases) ?? [];
  if (cases.length === 0)
    return (
      <EmptySection
        title="Você ainda não enviou nada."
        text="O que você denunciar ou pedir à equipe aparece aqui, com a resposta."
      />
    );
  return (
    <>
      <ul>
        {cases.map((each) => (
          <OwnCaseItem key={each.id} item={each} />
        ))}
      </ul>
      <ListTail list={listTailOf(list)} />
    </>
  );
}

/** Section with the person's own reports and requests and their outcomes (`docs/product/moderation.md`). */
export function CasesSection({ user }: { user: OwnUser }) {
  const list = useOwnCases(user.uid);
  return (
    <SettingsSection id="denuncias" title="Denúncias e suporte">
      <QueryContent query={list} loading="Carregando denúncias e pedidos">
        {() => <OwnCases list={list} />}
      </QueryContent>
    </SettingsSection>
  );
}
