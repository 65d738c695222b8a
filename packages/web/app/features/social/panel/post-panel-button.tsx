import SquarePen from 'lucide-react/icons/square-pen';
import { useLocation, useNavigate } from 'react-router';
import { preloadCode } from '../../../lib/loading/load-code.ts';
import { NEW_POST_DIALOG, useDialogQuery } from '../../../lib/navigation/dialog-query.ts';
import { Button, type ButtonVariant } from '../../../ui/actions/button.tsx';
import { loadPostPanel } from './load-panel.ts';
import { PANEL_OPENER_ATTRIBUTES } from './panel-opener.ts';

interface PostPanelButtonProps {
  variant?: ButtonVariant | undefined;
  className?: string | undefined;
}

/** Loads the code of the panel in advance; after a failure, pressing the button loads it again. */
const preloadPanel = () => preloadCode(loadPostPanel);

/**
 * Button "Publicar" that opens the panel for a new post over the current page; Back closes the panel. It is the submit
 * button of a form, so that it works before hydration.
 */
export function PostPanelButton({ variant = 'primary', className }: PostPanelButtonProps) {
  const query = useDialogQuery(NEW_POST_DIALOG);
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
        {...PANEL_OPENER_ATTRIBUTES}
        type="submit"
        variant={variant}
        aria-haspopup="dialog"
        icon={<SquarePen className="icon" aria-hidden="true" />}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
      >
        Publicar
      </Button>
    </form>
  );
}
