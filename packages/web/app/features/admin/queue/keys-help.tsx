import { Button } from '../../../ui/actions/button.tsx';
import { FactList } from '../../../ui/display/fact-list.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { queueKeysHelp } from './keys.ts';
import * as styles from './queue.module.css';

interface KeysHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Dialog that lists the keyboard commands of the queue. */
export function KeysHelp({ open, onOpenChange }: KeysHelpProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Teclas da fila"
      footer={<Button onClick={() => onOpenChange(false)}>Entendi</Button>}
    >
      <FactList className={styles.keys}>
        {queueKeysHelp.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </FactList>
    </Dialog>
  );
}
