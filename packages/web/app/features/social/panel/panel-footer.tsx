import { postTexts } from '@guilda/contract/social';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Button } from '../../../ui/button.tsx';

interface PanelFooterProps {
  /** Id of the form that is submitted. */
  formId: string;
  /** How often it was submitted with nothing filled in. */
  refusals: number;
  sending: boolean;
  /** Closes the panel, or stops what is on its way. */
  onCancel: () => void;
}

function Rule({ refusals }: { refusals: number }) {
  if (refusals === 0) return <p className="cresce so-desk t-sm mute">{postTexts.empty}</p>;
  return (
    // The words stay the same: a new element has them read out each time.
    <p key={refusals} className="cresce msg-erro" role="alert">
      <CircleAlert className="i" aria-hidden="true" />
      <span>{postTexts.empty}</span>
    </p>
  );
}

/** The rule of `spec §5`, and the two ways out. */
export function PanelFooter({ formId, refusals, sending, onCancel }: PanelFooterProps) {
  return (
    <footer className="row">
      <Rule refusals={refusals} />
      <Button variant="ghost" onClick={onCancel}>
        {sending ? 'Cancelar envio' : 'Cancelar'}
      </Button>
      <Button type="submit" form={formId} variant="primary" loading={sending}>
        Publicar
      </Button>
    </footer>
  );
}
