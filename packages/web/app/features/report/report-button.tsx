import Flag from 'lucide-react/icons/flag';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { isAdmin } from './is-admin.ts';
import { LazyReportDialog, preloadReportDialog } from './lazy-report-dialog.tsx';
import type { ReportedItem } from './reported.ts';
import { notifySignInNeeded } from './sign-in-notice.ts';

interface ReportButtonProps {
  person: ReportedItem;
  /** Label of the button; visible beside the icon when `wide` is set. */
  label?: string | undefined;
  wide?: boolean | undefined;
  tone?: 'solid' | 'plain' | undefined;
}

/**
 * Button that opens the report dialog for a person or their content. A visitor is asked to sign in first; an
 * administrator gets the moderation dialog.
 */
export function ReportButton(props: ReportButtonProps) {
  const { person, wide, tone = 'solid' } = props;
  const navigate = useNavigate();
  const isTeamMember = useSession(isAdmin);
  const text = props.label ?? 'Denunciar';
  const label = isTeamMember ? text.replace('Denunciar', 'Moderar') : text;
  const [open, setOpen] = useState(false);
  const [isRequested, setRequested] = useState(false);
  const press = () => {
    if (!useSession.getState().user) return notifySignInNeeded(() => void navigate('/login'));
    setRequested(true);
    setOpen(true);
  };
  const Icon = isTeamMember ? ShieldCheck : Flag;
  const icon = <Icon className="icon" aria-hidden="true" />;
  const buttonProps = {
    onPointerEnter: preloadReportDialog,
    onFocus: preloadReportDialog,
    onClick: press,
  };
  return (
    <>
      {wide ? (
        <Button variant="ghost" block icon={icon} {...buttonProps}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} tone={tone} icon={icon} {...buttonProps} />
      )}
      {isRequested && <LazyReportDialog open={open} onOpenChange={setOpen} person={person} />}
    </>
  );
}
