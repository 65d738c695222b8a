import SquarePen from 'lucide-react/icons/square-pen';
import { useLocation, useNavigate } from 'react-router';
import { NEW_POST, useDialogQuery } from '../../../lib/add-service-link.ts';
import { loadAhead } from '../../../lib/load-code.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { loadPanel } from './load-panel.ts';
import { OPENER_MARK } from './opener.ts';

interface PostPanelButtonProps {
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
}

/** Before it is needed; where it cannot be had now, the press asks again. */
const ahead = () => loadAhead(loadPanel);

/**
 * "Publicar": opens the post panel over this page; Back closes it again. It is a form, so that it works
 * before the page's scripts do.
 */
export function PostPanelButton({ variant = 'primary', className }: PostPanelButtonProps) {
  const query = useDialogQuery(NEW_POST);
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  return (
    <form
      className={className}
      action={pathname}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ search: `?${query}`, hash }, { preventScrollReset: true });
      }}
    >
      {[...query].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <Button
        {...OPENER_MARK}
        type="submit"
        variant={variant}
        aria-haspopup="dialog"
        icon={<SquarePen className="i" aria-hidden="true" />}
        onPointerEnter={ahead}
        onFocus={ahead}
      >
        Publicar
      </Button>
    </form>
  );
}
