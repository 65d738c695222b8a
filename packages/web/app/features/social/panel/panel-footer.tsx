import { postTexts } from '@guilda/contract/community/social';
import clsx from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { Button } from '../../../ui/actions/button.tsx';
import { error } from '../../../ui/forms/field.module.css';

interface PanelFooterProps {
  /** Id of the form that is submitted. */
  formId: string;
  /** How often the person tried to send an empty form. */
  emptySubmits: number;
  isSending: boolean;
  /** Closes the panel or, while a post is being sent, aborts the request. */
  onCancel: () => void;
}

function ContentRule({ emptySubmits }: { emptySubmits: number }) {
  if (emptySubmits === 0) return <p className="grow onlyLarge textSm muted">{postTexts.empty}</p>;
  return (
    // The text does not change, so a new element per attempt makes screen readers announce it again.
    <p key={emptySubmits} className={clsx(error, 'grow')} data-ui="error" role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <span>{postTexts.empty}</span>
    </p>
  );
}

/** The bottom of the panel: the error of an empty form, and the buttons to cancel and publish. */
export function PanelFooter({ formId, emptySubmits, isSending, onCancel }: PanelFooterProps) {
  return (
    <footer className="row">
      <ContentRule emptySubmits={emptySubmits} />
      <Button variant="ghost" onClick={onCancel}>
        {isSending ? 'Cancelar envio' : 'Cancelar'}
      </Button>
      <Button type="submit" form={formId} variant="primary" loading={isSending}>
        Publicar
      </Button>
    </footer>
  );
}
