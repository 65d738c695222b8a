import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { type BlockTarget, useBlock } from './use-block.ts';

/** Notice in place of a blocked person's profile, for the person who blocked them. */
export function BlockedNotice({ person }: { person: BlockTarget }) {
  const { unblock } = useBlock(person);
  return (
    <EmptyState
      art="chat"
      wide
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
