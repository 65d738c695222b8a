import ShieldAlert from 'lucide-react/icons/shield-alert';
import { Link } from 'react-router';
import * as styles from '../../../ui/feedback/notice.module.css';

/** Shown to the author in place of a sensitive post while they have no approved age check. */
export function WithheldBody({ textId }: { textId: string }) {
  return (
    <div className={styles.notice}>
      <ShieldAlert className="icon" aria-hidden="true" />
      <p id={textId}>
        Só quem verificou a idade vê esta publicação.{' '}
        <Link className="link" to="/user/settings/conta">
          Verificar idade
        </Link>
      </p>
    </div>
  );
}
