import Plus from 'lucide-react/icons/plus';
import { useAddServiceLink } from '../../../lib/navigation/dialog-query.ts';
import { Button, type ButtonVariant } from '../../../ui/actions/button.tsx';

/** Button that opens the dialog for a new service over this page. */
export function AddServiceButton({ variant }: { variant?: ButtonVariant | undefined }) {
  const addService = useAddServiceLink();
  return (
    <Button
      asLink
      to={addService}
      variant={variant}
      preventScrollReset
      icon={<Plus className="icon" aria-hidden="true" />}
    >
      Adicionar serviço
    </Button>
  );
}
