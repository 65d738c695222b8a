import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import * as styles from './block-dialog.module.css';
import { type BlockTarget, useBlock } from './use-block.ts';

/** Consequences of a block, one sentence each. */
const blockConsequences = [
  'Um lado não vê o perfil, os serviços e as publicações do outro.',
  'Nenhum dos lados pode mandar mensagem, ligar, comentar ou comprar.',
  'Pedidos em andamento continuam até o fim.',
  'A pessoa não recebe aviso.',
];

interface BlockDialogProps {
  person: BlockTarget;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Explains the consequences of a block and asks to confirm it. */
export function BlockDialog({ person, open, onOpenChange }: BlockDialogProps) {
  const { block } = useBlock(person);
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
      <ul className={styles.consequences}>
        {blockConsequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p className="secondary">Você pode desbloquear quando quiser.</p>
    </ConfirmDialog>
  );
}
