import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Stands where services, posts and reviews would be, for who may not see them (`product §3`). */
export function PrivateProfile({ name }: { name: string }) {
  return (
    <EmptyState
      art="chat"
      className="vazio-l"
      title="Este perfil é privado."
      text={
        <>
          Só quem já negociou ou conversou com <bdi>{name}</bdi> vê os serviços, as publicações e as
          avaliações daqui.
        </>
      }
      action={
        <Button asLink to="/login" className="so-visita">
          Entrar
        </Button>
      }
    />
  );
}
