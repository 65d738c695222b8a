import type { ServiceType } from '@guilda/contract/services/catalog';
import clsx from 'clsx';
import Headset from 'lucide-react/icons/headset';
import Images from 'lucide-react/icons/images';
import { Tag } from '../../../ui/display/tag.tsx';
import * as styles from './service-card.module.css';

/** The type of a service: a live call or a pack of media. */
export function ServiceTypeTag({
  type,
  className,
}: {
  type: ServiceType;
  className?: string | undefined;
}) {
  if (type === 'media') {
    return (
      <Tag
        icon={<Images className="icon" aria-hidden="true" />}
        className={clsx(className, styles.media)}
      >
        Mídia
      </Tag>
    );
  }
  return (
    <Tag icon={<Headset className="icon" aria-hidden="true" />} className={className}>
      Call
    </Tag>
  );
}
