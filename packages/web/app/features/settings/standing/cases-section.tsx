import type { ApiClient } from '@guilda/contract/client';
import type { OwnCase } from '@guilda/contract/moderation';
import type { OwnUser } from '@guilda/contract/users';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { listTailOf } from '../../../lib/list-tail-of.ts';
import { ListTail } from '../../../ui/list-tail.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { Asked, NothingYet } from '../section-states.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { caseKindWords, outcomeText } from './standing-words.ts';
import { WholeMoment } from './whole-moment.tsx';

type Page = Awaited<ReturnType<ApiClient['moderation']['listOwnCases']>>;
type Cursor = string | undefined;

const PAGE = '10';

/** What the person told the team, the last first. */
function useOwnCases(uid: string) {
  return useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly string[], Cursor>({
    queryKey: ['cases', uid],
    queryFn: ({ pageParam, signal }) =>
      api().moderation.listOwnCases({ query: { cursor: pageParam, limit: PAGE } }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

function Told({ told }: { told: OwnCase }) {
  const { kind, code, title, about, state, answer, createdAt, decidedAt } = told;
  const open = state === 'open';
  const outcome = outcomeText(told);
  const name = about && (about.displayName || about.username);
  return (
    <li className="caso">
      <p className="row between caso-h">
        <span className="t-sm dim">
          {caseKindWords[kind]} <span className="num tinta inteiro">{code}</span>
        </span>
        <Tag tone={open ? 'warn' : 'neutral'}>{open ? 'Em análise' : 'Resolvido'}</Tag>
      </p>
      <p className="b texto" dir="auto">
        {title}
      </p>
      <p className="t-sm mute">
        {kind === 'report' && name && (
          <>
            Sobre <bdi>{name}</bdi> ·{' '}
          </>
        )}
        Enviado em <WholeMoment value={createdAt} />
      </p>
      {!open && (
        <div className="caso-r">
          <p>
            {outcome && <span className="b">{outcome}</span>}
            {decidedAt && (
              <span className="t-sm mute">
                {outcome && ' · '}
                <WholeMoment value={decidedAt} />
              </span>
            )}
          </p>
          {answer && <UserText text={answer} className="dim" />}
        </div>
      )}
    </li>
  );
}

function Cases({ list }: { list: ReturnType<typeof useOwnCases> }) {
  const cases = list.data?.pages.flatMap((page) => page.cases) ?? [];
  if (cases.length === 0)
    return (
      <NothingYet
        title="Você ainda não enviou nada."
        text="O que você denunciar ou pedir à equipe aparece aqui, com a resposta."
      />
    );
  return (
    <>
      <ul>
        {cases.map((each) => (
          <Told key={each.id} told={each} />
        ))}
      </ul>
      <ListTail list={listTailOf(list)} />
    </>
  );
}

/** What one told the team, and what came of it (`product §9`). */
export function CasesSection({ user }: { user: OwnUser }) {
  const list = useOwnCases(user.uid);
  return (
    <SettingsSection id="denuncias" title="Denúncias e pedidos">
      <Asked query={list} loading="Carregando denúncias e pedidos">
        {() => <Cases list={list} />}
      </Asked>
    </SettingsSection>
  );
}
