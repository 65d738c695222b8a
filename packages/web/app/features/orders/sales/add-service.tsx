import Plus from 'lucide-react/icons/plus';
import { useAddServiceLink } from '../../../lib/add-service-link.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';

/** Opens the create-service dialog over this page; Back closes it again. */
export function AddService({
  variant,
  className,
}: {
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
}) {
  const addService = useAddServiceLink();
  return (
    <Button
      asLink
      to={addService}
      variant={variant}
      className={className}
      preventScrollReset
      icon={<Plus className="i" aria-hidden="true" />}
    >
      Adicionar serviço
    </Button>
  );
}
