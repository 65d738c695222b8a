import EyeOff from 'lucide-react/icons/eye-off';
import { Link } from 'react-router';
import * as styles from './notice.module.css';

interface HiddenNoticeProps {
  /** What was hidden, as a sentence. */
  title: string;
  reason: string;
}

/** Tells the owner of something that the team has hidden it, why, and where to appeal. */
export function HiddenNotice({ title, reason }: HiddenNoticeProps) {
  return (
    <div className={styles.notice}>
      <EyeOff className="icon" aria-hidden="true" />
      <p className="userText">
        <span className="bold">{title}</span> Motivo: <bdi>{reason}</bdi>{' '}
        <Link className="link noWrap" to="/user/settings/decisoes">
          Ver a decisão
        </Link>
      </p>
    </div>
  );
}
