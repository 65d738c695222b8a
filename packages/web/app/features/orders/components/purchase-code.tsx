import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import * as styles from './purchase-code.module.css';

/**
 * A purchase code that can be selected, with a button that copies it. Its surroundings set size and place
 * by `--code-size`, `--code-line-height`, `--code-margin-left` and `--code-button-margin`.
 */
export function PurchaseCode({ code }: { code: string }) {
  return (
    <span className={styles.code}>
      <span className="numeric">{code}</span>
      <CopyButton
        text={code}
        label={`Copiar código ${code}`}
        done="Código copiado"
        className={styles.copy}
      />
    </span>
  );
}
