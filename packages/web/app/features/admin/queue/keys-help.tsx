import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { deskKeys } from '../model/keys.ts';

interface KeysHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The keys of the desk. */
export function KeysHelp({ open, onOpenChange }: KeysHelpProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Teclas da fila"
      footer={<Button onClick={() => onOpenChange(false)}>Entendi</Button>}
    >
      <dl className="linhas mod-teclas">
        {deskKeys.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
