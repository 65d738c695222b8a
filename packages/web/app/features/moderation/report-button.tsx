import Flag from 'lucide-react/icons/flag';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { aheadOfReport, ReportDialogLater } from './report-dialog-later.tsx';
import type { Reported } from './reported.ts';
import { tellSignedOut } from './tell-signed-out.ts';
import { isTeam } from './use-team.ts';

interface ReportButtonProps {
  person: Reported;
  /** The button's words; beside the icon where it is `wide`. */
  label?: string | undefined;
  wide?: boolean | undefined;
  tone?: 'solid' | 'plain' | undefined;
}

/**
 * Opens the report of a person or of something of theirs; a visitor is told to sign in first. For the
 * team it moderates the same.
 */
export function ReportButton(props: ReportButtonProps) {
  const { person, wide, tone = 'solid' } = props;
  const team = useSession(isTeam);
  const told = props.label ?? 'Denunciar';
  const label = team ? told.replace('Denunciar', 'Moderar') : told;
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const press = () => {
    if (!useSession.getState().user) return tellSignedOut();
    setWanted(true);
    setOpen(true);
  };
  const Icon = team ? ShieldCheck : Flag;
  const icon = <Icon className="i" aria-hidden="true" />;
  const ways = { onPointerEnter: aheadOfReport, onFocus: aheadOfReport, onClick: press };
  return (
    <>
      {wide ? (
        <Button variant="ghost" block icon={icon} {...ways}>
          {label}
        </Button>
      ) : (
        <IconButton label={label} tone={tone} icon={icon} {...ways} />
      )}
      {wanted && <ReportDialogLater open={open} onOpenChange={setOpen} person={person} />}
    </>
  );
}
