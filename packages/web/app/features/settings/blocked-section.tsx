import type { ApiClient } from '@guilda/contract/client';
import type { Author, OwnUser } from '@guilda/contract/users';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { listTailOf } from '../../lib/list-tail-of.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ListTail } from '../../ui/list-tail.tsx';
import { useBlocking } from '../blocks/index.ts';
import { BadgeList } from '../users/index.ts';
import { Asked } from './section-states.tsx';
import { SettingsSection } from './settings-section.tsx';

type Page = Awaited<ReturnType<ApiClient['users']['listBlocked']>>;
type Cursor = string | undefined;

const PAGE = '10';

/** Whom the person has blocked, the last first. */
function useBlocked(uid: string) {
  return useInfiniteQuery<Page, Error, InfiniteData<Page>, readonly string[], Cursor>({
    queryKey: ['blocked', uid],
    queryFn: ({ pageParam, signal }) =>
      api().users.listBlocked({ query: { cursor: pageParam, limit: PAGE } }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

function Person({ person, onUnblocked }: { person: Author; onUnblocked: () => void }) {
  const { uid, username, displayName, photoURL, badges } = person;
  const name = displayName || username;
  const { unblock } = useBlocking({ uid }, onUnblocked);
  return (
    <li className="row aparelho">
      <Avatar src={photoURL} />
      <Link className="cresce bloq-n" to={`/user/${username}`}>
        <span className="row g2">
          <bdi className="b trunca">{name}</bdi>
          <BadgeList badges={badges} inLink />
        </span>
        <span className="t-sm mute trunca">@{username}</span>
      </Link>
      <Button
        size="small"
        loading={unblock.isPending}
        onClick={() => unblock.mutate()}
        aria-label={`Desbloquear ${name}`}
      >
        Desbloquear
      </Button>
    </li>
  );
}

function People({ list }: { list: ReturnType<typeof useBlocked> }) {
  const box = useRef<HTMLDivElement>(null);
  const people = list.data?.pages.flatMap((page) => page.users) ?? [];
  // The pressed button goes with its row.
  const keepPlace = () => box.current?.focus({ preventScroll: true });
  return (
    <div ref={box} tabIndex={-1} className="bloq">
      {people.length === 0 ? (
        <>
          <p className="b">Você não bloqueou ninguém.</p>
          <p className="dim">
            Para bloquear uma pessoa, abra o perfil dela e escolha Mais opções, Bloquear.
          </p>
        </>
      ) : (
        <>
          <ul>
            {people.map((person) => (
              <Person key={person.uid} person={person} onUnblocked={keepPlace} />
            ))}
          </ul>
          <ListTail list={listTailOf(list)} />
        </>
      )}
    </div>
  );
}

/** Whom one has blocked, and the way to take it back (`product §3`). */
export function BlockedSection({ user }: { user: OwnUser }) {
  const list = useBlocked(user.uid);
  return (
    <SettingsSection id="bloqueios" title="Pessoas bloqueadas">
      <Asked query={list} loading="Carregando pessoas bloqueadas" rows={1}>
        {() => <People list={list} />}
      </Asked>
    </SettingsSection>
  );
}
