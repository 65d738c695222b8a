import type { DataExport } from '@guilda/contract/privacy';
import type { OwnUser } from '@guilda/contract/users';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { api } from '../../../lib/api.ts';
import { givesFile, saveFrom } from '../../../lib/saving.ts';
import { Button } from '../../../ui/button.tsx';
import { fileSize } from '../../../ui/file-row.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { Asked } from '../section-states.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { WholeMoment } from './whole-moment.tsx';

/** How often a copy that is being made is asked about, in ms. */
const ASK_MS = 3_000;

const isPreparing = ({ state }: DataExport) => state === 'preparing';

function useExports(uid: string) {
  return useQuery({
    queryKey: ['exports', uid],
    queryFn: () => api().privacy.listExports(),
    refetchInterval: ({ state }) => (state.data?.exports.some(isPreparing) ? ASK_MS : false),
  });
}

/** Has a copy made; asked again while one is being made, it is that one. */
function useRequest(uid: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'export' },
    mutationFn: () => api().privacy.requestExport(),
    onSuccess: () => {
      const text = 'Avisamos você quando estiver pronta.';
      toast({ title: 'Estamos preparando sua cópia', text });
    },
    onError: (error) => toastError(error),
    onSettled: () => client.invalidateQueries({ queryKey: ['exports', uid] }),
  });
}

/** Has the browser save a copy, at an address that soon ends. */
function useSaving(uid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await api().privacy.openExport({ params: { id } });
      if (!(await givesFile(url))) throw new Error('Não deu para salvar. Tente de novo.');
      saveFrom(url);
    },
    onError: (error) => {
      toastError(error);
      void client.invalidateQueries({ queryKey: ['exports', uid] });
    },
  });
}

const states = {
  preparing: ['Preparando', 'warn'],
  ready: ['Pronta', 'liveSoft'],
  failed: ['Não deu certo', 'danger'],
} as const;

function Copy({ copy, uid }: { copy: DataExport; uid: string }) {
  const saving = useSaving(uid);
  const [words, tone] = states[copy.state];
  return (
    <li className="row between aparelho conf-x">
      <div className="cresce">
        <p className="row g2 aparelho-n">
          <span className="b">
            Cópia de <WholeMoment value={copy.createdAt} />
          </span>
          <Tag tone={tone}>{words}</Tag>
        </p>
        {copy.expiresAt && (
          <p className="t-sm mute">
            {copy.size !== null && <>{fileSize(copy.size)} · </>}
            Disponível até <WholeMoment value={copy.expiresAt} />
          </p>
        )}
        {copy.state === 'failed' && (
          <p className="t-sm mute">Não conseguimos terminar. Peça outra cópia.</p>
        )}
      </div>
      {copy.state === 'ready' && (
        <Button
          size="small"
          icon={<Download className="i" aria-hidden="true" />}
          loading={saving.isPending}
          onClick={() => saving.mutate(copy.id)}
        >
          Baixar
        </Button>
      )}
    </li>
  );
}

/** A copy of everything that is held on one (`product §3`, LGPD). */
export function DataSection({ user: { uid } }: { user: OwnUser }) {
  const query = useExports(uid);
  const request = useRequest(uid);
  const preparing = query.data?.exports.some(isPreparing) ?? false;
  return (
    <SettingsSection id="dados" title="Seus dados">
      <p className="dim pre">
        Um arquivo com tudo o que a Guilda guarda sobre você: perfil, serviços, publicações,
        conversas, pedidos, carteira, avisos, ajustes e seus arquivos. Fica disponível por 7 dias, e
        guardamos as três últimas cópias.
      </p>
      <Asked query={query} loading="Carregando cópias dos seus dados">
        {({ exports }) => (
          <div className="dados" aria-live="polite">
            {exports.length > 0 && (
              <ul>
                {exports.map((copy) => (
                  <Copy key={copy.id} copy={copy} uid={uid} />
                ))}
              </ul>
            )}
            <Button loading={request.isPending || preparing} onClick={() => request.mutate()}>
              Preparar cópia dos dados
            </Button>
          </div>
        )}
      </Asked>
    </SettingsSection>
  );
}
