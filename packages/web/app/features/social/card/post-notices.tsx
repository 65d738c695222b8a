import EyeOff from 'lucide-react/icons/eye-off';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { Link } from 'react-router';
import * as styles from './post-card.module.css';

/** Tells the author that the team has hidden the post, and the reason. */
export function HiddenNotice({ reason }: { reason: string }) {
  return (
    <div className={styles.notice}>
      <EyeOff className="icon" aria-hidden="true" />
      <p className="userText">
        <span className="bold">Esta publicação foi ocultada pela equipe.</span> Motivo:{' '}
        <bdi>{reason}</bdi>
      </p>
    </div>
  );
}

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
