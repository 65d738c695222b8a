import EyeOff from 'lucide-react/icons/eye-off';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import { Link } from 'react-router';
import * as styles from './post-card.module.css';

/** Shows the author of a post that the team hid it, and why. */
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

/** Replaces an author's own sensitive post while their age check is missing. */
export function WithheldBody({ textId }: { textId: string }) {
  return (
    <div className={styles.notice}>
      <ShieldAlert className="icon" aria-hidden="true" />
      <p id={textId}>
        Só quem verificou a idade vê esta publicação.{' '}
        <Link className="link" to="/user/settings#conta">
          Verificar idade
        </Link>
      </p>
    </div>
  );
}
