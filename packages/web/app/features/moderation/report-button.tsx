import Flag from 'lucide-react/icons/flag';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Reported } from './report-dialog.tsx';
import { useReport } from './use-report.tsx';

interface ReportButtonProps {
  person: Reported;
  className?: string | undefined;
}

/** Opens the report of a person; a visitor is told to sign in first. */
export function ReportButton({ person, className }: ReportButtonProps) {
  const { start, prepare, dialog } = useReport(person);
  return (
    <>
      <IconButton
        label="Denunciar"
        tone="solid"
        className={className}
        icon={<Flag className="i" aria-hidden="true" />}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={start}
      />
      {dialog}
    </>
  );
}
