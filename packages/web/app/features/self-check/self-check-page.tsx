import type { OwnUser } from '@guilda/contract/users';
import ClipboardCopy from 'lucide-react/icons/clipboard-copy';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { CheckRow } from './check-row.tsx';
import { type CheckId, checkIds, checkNames, type Findings } from './model/finding.ts';
import { reportText, summary } from './model/report.ts';
import { useSelfCheck } from './model/use-self-check.ts';
import { SelfCheckFrame } from './self-check-frame.tsx';
import { TryNotice, TrySound } from './try-buttons.tsx';

async function copy(findings: Findings): Promise<void> {
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

function Act({ id, findings }: { id: CheckId; findings: Findings }) {
  if (id === 'push') return <TryNotice subscribed={findings.push?.state === 'ok'} />;
  return id === 'autoplay' ? <TrySound /> : null;
}

/** `/teste`: what works on this device, to see and to send to the team (`product §11`). */
export function SelfCheckPage({ user }: { user: OwnUser }) {
  const { findings, running, run } = useSelfCheck(user.uid);
  const told = summary(findings);
  return (
    <SelfCheckFrame>
      <p className="t-lg" role="status">
        {running === null ? told : `Testando: ${checkNames[running]}`}
      </p>
      <ul className="painel teste-c">
        {checkIds.map((id) => (
          <CheckRow key={id} name={checkNames[id]} finding={findings[id]} running={running === id}>
            {findings[id] && <Act id={id} findings={findings} />}
          </CheckRow>
        ))}
      </ul>
      <div className="row teste-b">
        <Button
          variant="primary"
          loading={running !== null}
          icon={<RefreshCw className="i" aria-hidden="true" />}
          onClick={run}
        >
          Testar de novo
        </Button>
        <Button
          disabled={told === null}
          icon={<ClipboardCopy className="i" aria-hidden="true" />}
          onClick={() => copy(findings)}
        >
          Copiar resultado
        </Button>
      </div>
    </SelfCheckFrame>
  );
}
