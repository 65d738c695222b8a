import type { OwnUser } from '@guilda/contract/accounts/users';
import clsx from 'clsx';
import ClipboardCopy from 'lucide-react/icons/clipboard-copy';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '../../ui/actions/button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { SelfCheckRow } from './check-row.tsx';
import { type CheckId, checkIds, checkNames, type Findings } from './model/finding.ts';
import { findingsSummary, reportText } from './model/report.ts';
import { useSelfCheck } from './model/use-self-check.ts';
import * as styles from './self-check.module.css';
import { SelfCheckFrame } from './self-check-frame.tsx';
import { TestNotificationButton, TestSoundButton } from './test-buttons.tsx';

async function copyFindings(findings: Findings): Promise<void> {
  const text = reportText(findings, new Date());
  try {
    await navigator.clipboard.writeText(text);
    toast({
      title: 'Resultado copiado',
      text: 'Cole na conversa com a equipe. Nada nele diz quem é você.',
    });
  } catch {
    toast({ title: 'Não deu para copiar', text, tone: 'warn' });
  }
}

function CheckTestButton({ id, findings }: { id: CheckId; findings: Findings }) {
  if (id === 'push') return <TestNotificationButton subscribed={findings.push?.state === 'ok'} />;
  return id === 'autoplay' ? <TestSoundButton /> : null;
}

/** `/teste`: checks what works on this device. The person can copy the result and send it to the team. */
export function SelfCheckPage({ user }: { user: OwnUser }) {
  const { findings, running, run } = useSelfCheck(user.uid);
  const summary = findingsSummary(findings);
  return (
    <SelfCheckFrame>
      <p className="textLg" role="status">
        {running === null ? summary : `Testando: ${checkNames[running]}`}
      </p>
      <ul className={clsx(styles.checks, 'panel')}>
        {checkIds.map((id) => (
          <SelfCheckRow
            key={id}
            name={checkNames[id]}
            finding={findings[id]}
            running={running === id}
          >
            {findings[id] && <CheckTestButton id={id} findings={findings} />}
          </SelfCheckRow>
        ))}
      </ul>
      <div className={clsx(styles.buttons, 'row')}>
        <Button
          variant="primary"
          loading={running !== null}
          icon={<RefreshCw className="icon" aria-hidden="true" />}
          onClick={run}
        >
          Testar de novo
        </Button>
        <Button
          disabled={summary === null}
          icon={<ClipboardCopy className="icon" aria-hidden="true" />}
          onClick={() => copyFindings(findings)}
        >
          Copiar resultado
        </Button>
      </div>
    </SelfCheckFrame>
  );
}
