import { useAddServiceLink } from '../../../lib/add-service-link.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';

/** Where nobody has hung up a ficha yet. */
export function EmptyWall() {
  const addService = useAddServiceLink();
  return (
    <EmptyState
      art="feed"
      className="vazio-l"
      title="O mural está em branco"
      text="Seja a primeira pessoa a publicar hoje."
      action={
        <Button asLink to={addService} variant="primary" preventScrollReset>
          Adicionar serviço
        </Button>
      }
    />
  );
}

/** Where the filters leave nothing. */
export function NothingFits({ clearTo }: { clearTo: string }) {
  return (
    <EmptyState
      art="busca"
      className="vazio-l"
      title="Nenhuma ficha com esses filtros"
      text="Afrouxe o preço ou a nota e olhe de novo."
      action={
        <Button asLink to={clearTo} preventScrollReset>
          Limpar filtros
        </Button>
      }
    />
  );
}
