import { Avatar } from '../../../ui/display/avatar.tsx';
import type { CallPartner } from '../model/state/call-view.ts';
import * as styles from './rings.module.css';

/** The partner's picture inside pulsing rings. */
export function RingingAvatar({ partner }: { partner: CallPartner }) {
  return (
    <div className={styles.rings} data-ui="call-rings">
      <span />
      <span />
      <span />
      <Avatar src={partner.photoURL} size="xl" loading="eager" />
    </div>
  );
}
