import { Button } from '../../../ui/actions/button.tsx';
import { FactList } from '../../../ui/display/fact-list.tsx';
import { CheckBox } from '../../../ui/forms/check-box.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { queueKeysHelp } from './keys.ts';
import * as styles from './queue.module.css';

interface KeysHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether single characters are commands. */
  letters: boolean;
  onLettersChange: (isOn: boolean) => void;
}

/** Dialog that lists the keyboard commands of the queue. */
export function KeysHelp({ open, onOpenChange, letters, onLettersChange }: KeysHelpProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      backCloses
      title="Teclas da fila"
      footer={<Button onClick={() => onOpenChange(false)}>Entendi</Button>}
    >
      <FactList className={styles.keys}>
        {queueKeysHelp.map(({ keys, effectText }) => (
          <div key={effectText}>
            <dt>{effectText}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </FactList>
      <CheckBox
        label="Usar teclas de um caractere só"
        hint="Desligue se você dita textos. As setas e o Enter continuam valendo."
        checked={letters}
        onChange={({ currentTarget }) => onLettersChange(currentTarget.checked)}
      />
    </Dialog>
  );
}
