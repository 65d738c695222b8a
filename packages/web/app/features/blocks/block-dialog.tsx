import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Blockable, useBlocking } from './use-blocking.ts';

/** What a block does, a sentence each. */
const consequences = [
  'Um lado não vê o perfil, os serviços e as publicações do outro.',
  'Nenhum dos lados pode mandar mensagem, ligar, comentar ou comprar.',
  'Pedidos em andamento continuam até o fim.',
  'A pessoa não recebe aviso.',
];

interface BlockDialogProps {
  person: Blockable;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Says what a block does, and sets it. */
export function BlockDialog({ person, open, onOpenChange }: BlockDialogProps) {
  const { block } = useBlocking(person);
  const confirm = () => block.mutate(undefined, { onSuccess: () => onOpenChange(false) });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        <>
          Bloquear <bdi>{person.name}</bdi>
        </>
      }
      text="Enquanto o bloqueio durar:"
      confirmLabel="Bloquear"
      variant="danger"
      backCloses
      loading={block.isPending}
      onConfirm={confirm}
    >
      <ul className="bloq-l">
        {consequences.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p className="dim">Você pode desbloquear quando quiser.</p>
    </ConfirmDialog>
  );
}
