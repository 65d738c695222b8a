import Flag from 'lucide-react/icons/flag';
import { useState } from 'react';
import { useSession } from '../../lib/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Reported } from './report-dialog.tsx';
import { aheadOfReport, ReportDialogLater } from './report-dialog-later.tsx';
import { tellSignedOut } from './tell-signed-out.ts';

interface ReportButtonProps {
  person: Reported;
  className?: string | undefined;
}

/** Opens the report of a person; a visitor is told to sign in first. */
export function ReportButton({ person, className }: ReportButtonProps) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const press = () => {
    if (!useSession.getState().user) return tellSignedOut();
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        label="Denunciar"
        tone="solid"
        className={className}
        icon={<Flag className="i" aria-hidden="true" />}
        onPointerEnter={aheadOfReport}
        onFocus={aheadOfReport}
        onClick={press}
      />
      {wanted && <ReportDialogLater open={open} onOpenChange={setOpen} person={person} />}
    </>
  );
}
