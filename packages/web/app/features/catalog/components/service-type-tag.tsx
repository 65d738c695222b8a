import type { ServiceType } from '@guilda/contract/catalog';
import clsx from 'clsx';
import Headset from 'lucide-react/icons/headset';
import Images from 'lucide-react/icons/images';
import { Tag } from '../../../ui/tag.tsx';

/** What a service is: a live call or a pack of media. */
export function ServiceTypeTag({
  type,
  className,
}: {
  type: ServiceType;
  className?: string | undefined;
}) {
  if (type === 'media') {
    return (
      <Tag icon={<Images className="i" aria-hidden="true" />} className={clsx(className, 'midia')}>
        Mídia
      </Tag>
    );
  }
  return (
    <Tag icon={<Headset className="i" aria-hidden="true" />} className={className}>
      Call
    </Tag>
  );
}
