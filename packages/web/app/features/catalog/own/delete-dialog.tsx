import type { Service } from '@guilda/contract/services/catalog';
import FileCheck from 'lucide-react/icons/file-check';
import Hourglass from 'lucide-react/icons/hourglass';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface DeleteServiceDialogProps {
  service: Service;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  removing: boolean;
  onRemove: () => void;
}

/** Says what the deletion leaves to those who have bought the service. */
function buyersText({ hidden, type }: Service): string {
  if (!hidden) return 'Quem já comprou mantém o que comprou, com o mesmo título, preço e arquivos.';
  return type === 'media'
    ? 'Quem já comprou mantém o pedido; os arquivos continuam fechados.'
    : 'Quem já comprou mantém o pedido.';
}

/** Dialog to confirm that a service is deleted; explains what happens to its existing orders. */
export function DeleteServiceDialog(props: DeleteServiceDialogProps) {
  const { service, open, onOpenChange, removing, onRemove } = props;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !removing && onOpenChange(next)}
      title="Excluir este serviço?"
      text={
        <>
          <span className="bold breakWords">{service.title}</span> deixa de existir e não volta.
          {!service.hidden && ' Para tirá-lo só por um tempo, pause.'}
        </>
      }
      confirmLabel="Excluir serviço"
      variant="dangerFill"
      backCloses
      loading={removing}
      onConfirm={onRemove}
    >
      <ul className="column gap2 textSm">
        <li className="row gap2 alignTop">
          <Hourglass className="icon" aria-hidden="true" />
          Pedidos em andamento continuam: você atende ou reembolsa cada um em Vendas.
        </li>
        <li className="row gap2 alignTop">
          <FileCheck className="icon" aria-hidden="true" />
          {buyersText(service)}
        </li>
      </ul>
    </ConfirmDialog>
  );
}
