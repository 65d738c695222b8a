import type { Service } from '@guilda/contract/catalog';
import FileCheck from 'lucide-react/icons/file-check';
import Hourglass from 'lucide-react/icons/hourglass';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface DeleteDialogProps {
  service: Service;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  removing: boolean;
  onRemove: () => void;
}

/** Asks before a service is deleted, and says what becomes of what was sold of it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { service, open, onOpenChange, removing, onRemove } = props;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !removing && onOpenChange(next)}
      title="Excluir esta ficha?"
      text={
        <>
          <span className="b quebra">{service.title}</span> sai do mural e não volta. Para tirá-la
          só por um tempo, pause.
        </>
      }
      confirmLabel="Excluir ficha"
      variant="dangerFill"
      backCloses
      loading={removing}
      onConfirm={onRemove}
    >
      <ul className="col g2 t-sm">
        <li className="row g2 top">
          <Hourglass className="i" aria-hidden="true" />
          Pedidos em aberto continuam: você atende ou reembolsa cada um em Vendas.
        </li>
        <li className="row g2 top">
          <FileCheck className="i" aria-hidden="true" />
          Quem já comprou mantém o que comprou, com o mesmo título, preço e arquivos.
        </li>
      </ul>
    </ConfirmDialog>
  );
}
