import type { PublicUser } from '@guilda/contract/users';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BlockedNotice } from '../blocks/index.ts';
import { PrivateProfile } from './private-profile.tsx';
import { nameOf } from './profile-words.ts';

/**
 * Stands where services, posts and reviews would be, for who may not see them. It says no more of why
 * than they may know.
 */
export function ClosedProfile({ user }: { user: PublicUser }) {
  if (user.blocked) return <BlockedNotice person={{ uid: user.uid, name: nameOf(user) }} />;
  if (user.privacy === 'private') return <PrivateProfile name={nameOf(user)} />;
  return (
    <EmptyState
      art="chat"
      className="vazio-l"
      title="Este perfil não está disponível para você."
      text="Se vocês têm um pedido em andamento, ele continua em Vendas."
    />
  );
}
