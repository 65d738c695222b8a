import type { QueueItem } from '@guilda/contract/moderation/moderation-queue';
import clsx from 'clsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import type { ReactNode } from 'react';
import type { To } from 'react-router';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import * as layout from '../admin.module.css';

interface PaneBarProps {
  back: To;
  previous: QueueItem | undefined;
  next: QueueItem | undefined;
  to: (item: QueueItem) => To;
}

interface NeighbourLinkProps {
  label: string;
  icon: ReactNode;
  item: QueueItem | undefined;
  to: PaneBarProps['to'];
}

function NeighbourLink({ label, icon, item, to }: NeighbourLinkProps) {
  if (!item) return <IconButton label={label} icon={icon} aria-disabled className={layout.off} />;
  return (
    <IconButton
      asLink
      label={`${label}: ${item.code}`}
      icon={icon}
      to={to(item)}
      replace
      preventScrollReset
    />
  );
}

/** Bar above the open item: link back to the list on phones, and links to the previous and the next item. */
export function PaneBar({ back, previous, next, to }: PaneBarProps) {
  const previousIcon = <ChevronUp className="icon" aria-hidden="true" />;
  const nextIcon = <ChevronDown className="icon" aria-hidden="true" />;
  return (
    <nav className={clsx(layout.bar, 'row')} aria-label="Itens da fila">
      <Button
        asLink
        to={back}
        size="small"
        variant="ghost"
        className="onlySmall asFlex"
        preventScrollReset
        icon={<ArrowLeft className="icon" aria-hidden="true" />}
      >
        Fila
      </Button>
      <span className="pushEnd row gap1">
        <NeighbourLink label="Anterior" icon={previousIcon} item={previous} to={to} />
        <NeighbourLink label="Próximo" icon={nextIcon} item={next} to={to} />
      </span>
    </nav>
  );
}
