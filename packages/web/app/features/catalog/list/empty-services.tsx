import { useAddServiceLink } from '../../../lib/navigation/dialog-query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

/** Text in place of a list that has no services although nothing filters it. */
export function NoServicesYet() {
  const addService = useAddServiceLink();
  return (
    <EmptyState
      art="feed"
      wide
      title="Ainda não há serviços aqui"
      text="Seja a primeira pessoa a publicar hoje."
      action={
        <Button asLink to={addService} variant="primary" preventScrollReset>
          Adicionar serviço
        </Button>
      }
    />
  );
}

/** Text in place of a list when no service matches its filters, with a link that removes them. */
export function NoServicesForFilters({ clearTo }: { clearTo: string }) {
  return (
    <EmptyState
      art="busca"
      wide
      title="Nenhum serviço com esses filtros"
      text="Tire um filtro e olhe de novo."
      action={
        <Button asLink to={clearTo} preventScrollReset>
          Limpar filtros
        </Button>
      }
    />
  );
}
