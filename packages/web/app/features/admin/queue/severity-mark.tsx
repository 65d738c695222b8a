import type { Severity } from '@guilda/contract/moderation/severity';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import ChevronsUp from 'lucide-react/icons/chevrons-up';
import Minus from 'lucide-react/icons/minus';
import { Tag, type TagTone } from '../../../ui/display/tag.tsx';
import { severityWords } from '../model/words.ts';
import * as styles from './queue.module.css';

const severityMarks = {
  urgent: { tone: 'danger', Icon: ChevronsUp },
  high: { tone: 'danger', Icon: ChevronUp },
  normal: { tone: 'warn', Icon: Minus },
  low: { tone: 'neutral', Icon: ChevronDown },
} as const satisfies Record<Severity, { tone: TagTone; Icon: typeof Minus }>;

/** Severity of a queue item as icon, word and colour. */
export function SeverityMark({ severity }: { severity: Severity }) {
  const { tone, Icon } = severityMarks[severity];
  return (
    <Tag
      tone={tone}
      className={severity === 'urgent' ? styles.urgent : undefined}
      icon={<Icon className="icon" aria-hidden="true" />}
    >
      <span className="srOnly">Prioridade: </span>
      {severityWords[severity]}
    </Tag>
  );
}
