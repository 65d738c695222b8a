import { postTexts } from '@guilda/contract/social';
import clsx from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Button } from '../../../ui/button.tsx';

interface PanelFooterProps {
  /** Id of the form that is submitted. */
  formId: string;
  /** Nothing was filled in and yet it was submitted. */
  refused: boolean;
  sending: boolean;
  /** Closes the panel, or stops what is on its way. */
  onCancel: () => void;
}

function Rule({ refused }: { refused: boolean }) {
  return (
    <p className={clsx('cresce', refused ? 'msg-erro' : 'so-desk t-sm mute')} role="status">
      {refused && <CircleAlert className="i" aria-hidden="true" />}
      <span>{postTexts.empty}</span>
    </p>
  );
}

/** The rule of `spec §5`, and the two ways out. */
export function PanelFooter({ formId, refused, sending, onCancel }: PanelFooterProps) {
  return (
    <footer className="row">
      <Rule refused={refused} />
      <Button variant="ghost" onClick={onCancel}>
        {sending ? 'Cancelar envio' : 'Cancelar'}
      </Button>
      <Button type="submit" form={formId} variant="primary" loading={sending}>
        Publicar
      </Button>
    </footer>
  );
}
