import Plus from 'lucide-react/icons/plus';
import { useSearchParams } from 'react-router';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';

/** Opens the create-service dialog over this page; Back closes it again. */
export function AddService({
  variant,
  className,
}: {
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
}) {
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set('novo', 'servico');
  return (
    <Button
      asLink
      to={{ search: search.toString() }}
      variant={variant}
      className={className}
      preventScrollReset
      icon={<Plus className="i" aria-hidden="true" />}
    >
      Adicionar serviço
    </Button>
  );
}
