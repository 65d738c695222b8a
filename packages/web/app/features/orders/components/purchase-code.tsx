import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import * as styles from './purchase-code.module.css';

/**
 * A selectable purchase code with a button that copies it. The parent sets size and position by `--code-size`,
 * `--code-line-height`, `--code-margin-left` and `--code-button-margin`.
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
