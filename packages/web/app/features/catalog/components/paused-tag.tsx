import CirclePause from 'lucide-react/icons/circle-pause';
import { Tag } from '../../../ui/display/tag.tsx';

/** The tag of a paused service, which lists do not include. */
export function PausedTag({ className }: { className?: string | undefined }) {
  return (
    <Tag
      tone="warn"
      icon={<CirclePause className="icon" aria-hidden="true" />}
      className={className}
    >
      Pausado
    </Tag>
  );
}
