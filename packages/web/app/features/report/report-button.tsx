import Flag from 'lucide-react/icons/flag';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { isAdmin } from './is-admin.ts';
import { LazyReportDialog, preloadReportDialog } from './lazy-report-dialog.tsx';
import type { ReportedItem } from './reported.ts';
import { notifySignInNeeded } from './sign-in-notice.ts';

interface ReportButtonProps {
  person: ReportedItem;
  /** The button's words; beside the icon where it is `wide`. */
  label?: string | undefined;
  wide?: boolean | undefined;
  tone?: 'solid' | 'plain' | undefined;
}

/**
 * Opens the report of a person or of their content; a visitor is asked to sign in first. For the
 * team it moderates the same.
 */
export function ReportButton(props: ReportButtonProps) {
  const { person, wide, tone = 'solid' } = props;
  const team = useSession(isAdmin);
  const text = props.label ?? 'Denunciar';
  const label = team ? text.replace('Denunciar', 'Moderar') : text;
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const press = () => {
    if (!useSession.getState().user) return notifySignInNeeded();
    setWanted(true);
    setOpen(true);
  };
  const Icon = team ? ShieldCheck : Flag;
  const icon = <Icon className="icon" aria-hidden="true" />;
  const ways = {
    onPointerEnter: preloadReportDialog,
    onFocus: preloadReportDialog,
    onClick: press,
  };
  return (
    <>
      {wide ? (
        <Button variant="ghost" block icon={icon} {...ways}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} tone={tone} icon={icon} {...ways} />
      )}
      {wanted && <LazyReportDialog open={open} onOpenChange={setOpen} person={person} />}
    </>
  );
}
