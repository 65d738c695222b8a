import type { PublicUser } from '@guilda/contract/accounts/users';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { BlockedNotice } from '../blocks/index.ts';
import { displayNameOf } from './profile-text.ts';

/** Explains that a profile is private (`docs/product/privacy.md`). */
function PrivateProfile({ name }: { name: string }) {
  return (
    <EmptyState
      art="chat"
      wide
      title="Este perfil é privado."
      text={
        <>
          Só quem já negociou ou conversou com <bdi>{name}</bdi> vê os serviços, as publicações e as
          avaliações daqui.
        </>
      }
      action={
        <Button asLink to="/login" className="onlyVisitors">
          Entrar
        </Button>
      }
    />
  );
}

/**
 * Shown instead of services, posts and reviews to people who must not see them. The text reveals only as much of the
 * reason as the reader may know.
 */
export function UnavailableProfile({ user }: { user: PublicUser }) {
  if (user.blocked) return <BlockedNotice person={{ uid: user.uid, name: displayNameOf(user) }} />;
  if (user.privacy === 'private') return <PrivateProfile name={displayNameOf(user)} />;
  return (
    <EmptyState
      art="chat"
      wide
      title="Este perfil não está disponível para você."
      text="Se vocês têm um pedido em andamento, ele continua em Vendas ou Compras."
    />
  );
}
