import { Avatar } from '../../../ui/avatar.tsx';
import type { CallPartner } from '../model/call-view.ts';

/** The other side's picture in rings that pulse outward. */
export function Rings({ partner }: { partner: CallPartner }) {
  return (
    <div className="anel">
      <span />
      <span />
      <span />
      <Avatar src={partner.photoURL} size="xl" loading="eager" />
    </div>
  );
}
