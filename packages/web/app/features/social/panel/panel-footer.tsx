import { postTexts } from '@guilda/contract/social';
import clsx from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Button } from '../../../ui/actions/button.tsx';
import { error } from '../../../ui/forms/field.module.css';

interface PanelFooterProps {
  /** Id of the form that is submitted. */
  formId: string;
  /** How often the form was submitted with nothing filled in. */
  refusals: number;
  sending: boolean;
  /** Closes the panel, or aborts the post that is being sent. */
  onCancel: () => void;
}

function ContentRule({ refusals }: { refusals: number }) {
  if (refusals === 0) return <p className="grow onlyLarge textSm muted">{postTexts.empty}</p>;
  return (
    // The text is the same each time, so a new element makes screen readers announce it again.
    <p key={refusals} className={clsx(error, 'grow')} data-ui="error" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <span>{postTexts.empty}</span>
    </p>
  );
}

/** The footer of the panel: what a post needs at least, and the buttons to cancel and publish. */
export function PanelFooter({ formId, refusals, sending, onCancel }: PanelFooterProps) {
  return (
    <footer className="row">
      <ContentRule refusals={refusals} />
      <Button variant="ghost" onClick={onCancel}>
        {sending ? 'Cancelar envio' : 'Cancelar'}
      </Button>
      <Button type="submit" form={formId} variant="primary" loading={sending}>
        Publicar
      </Button>
    </footer>
  );
}
