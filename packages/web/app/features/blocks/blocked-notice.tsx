import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Blockable, useBlocking } from './use-blocking.ts';

/** Stands where a blocked person's things would be, for whoever blocked them. */
export function BlockedNotice({ person }: { person: Blockable }) {
  const { unblock } = useBlocking(person);
  return (
    <EmptyState
      art="chat"
      className="vazio-l"
      title="Você bloqueou esta pessoa."
      text="Um lado não vê os serviços e as publicações do outro. Pedidos em andamento continuam até o fim."
      action={
        <Button loading={unblock.isPending} onClick={() => unblock.mutate()}>
          Desbloquear
        </Button>
      }
    />
  );
}
