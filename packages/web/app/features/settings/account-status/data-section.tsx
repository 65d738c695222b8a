import type { OwnUser } from '@guilda/contract/accounts/users';
import type { DataExport } from '@guilda/contract/privacy/privacy';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { api } from '../../../lib/api/api.ts';
import { PublicError } from '../../../lib/api/public-error.ts';
import { downloadFrom, isFileAvailable } from '../../../lib/files/save-file.ts';
import { fileSizeText } from '../../../lib/format/file-size.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import { QueryContent } from '../query-content.tsx';
import * as section from '../settings-section.module.css';
import { SettingsSection } from '../settings-section.tsx';
import * as styles from './data-section.module.css';
import { FullDateTime } from './full-date-time.tsx';

/** Interval at which a copy in preparation is requested again, in ms. */
const EXPORT_POLL_MS = 3_000;

const isPreparing = ({ state }: DataExport) => state === 'preparing';

function useDataExports(uid: string) {
  return useQuery({
    queryKey: ['exports', uid],
    queryFn: () => api().privacy.listExports(),
    refetchInterval: ({ state }) =>
      state.data?.exports.some(isPreparing) ? EXPORT_POLL_MS : false,
  });
}

/**
 * Requests a copy of the data. While a copy is being prepared, the server returns that copy instead of starting
 * another.
 */
function useRequestDataExport(uid: string) {
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

/** Downloads a copy. Its URL expires soon, so it is requested right before the download. */
function useDownloadDataExport(uid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { url } = await api().privacy.openExport({ params: { id } });
      if (!(await isFileAvailable(url)))
        throw new PublicError('Não deu para salvar. Tente de novo.');
      downloadFrom(url);
    },
    onError: (error) => {
      toastError(error);
      void client.invalidateQueries({ queryKey: ['exports', uid] });
    },
  });
}

const exportStateTags = {
  preparing: ['Preparando', 'warn'],
  ready: ['Pronta', 'liveSoft'],
  failed: ['Não deu certo', 'danger'],
} as const;

function DataExportItem({ copy, uid }: { copy: DataExport; uid: string }) {
  const download = useDownloadDataExport(uid);
  const [words, tone] = exportStateTags[copy.state];
  return (
    <li className={`row spaceBetween ${section.entry} ${section.textWithButton}`}>
      <div className="grow">
        <p className={`row gap2 ${section.entryTitle}`}>
          <span className="bold">
            Cópia de <FullDateTime value={copy.createdAt} />
          </span>
          <Tag tone={tone}>{words}</Tag>
        </p>
        {copy.expiresAt && (
          <p className="textSm muted">
            {copy.size !== null && <>{fileSizeText(copy.size)} · </>}
            Disponível até <FullDateTime value={copy.expiresAt} />
          </p>
        )}
        {copy.state === 'failed' && (
          <p className="textSm muted">Não conseguimos terminar. Peça outra cópia.</p>
        )}
      </div>
      {copy.state === 'ready' && (
        <Button
          size="small"
          icon={<Download className="icon" aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate(copy.id)}
        >
          Baixar
        </Button>
      )}
    </li>
  );
}

/** Section to request and download copies of all personal data, as the LGPD requires (`docs/product/privacy.md`). */
export function DataSection({ user: { uid } }: { user: OwnUser }) {
  const query = useDataExports(uid);
  const request = useRequestDataExport(uid);
  const isExportPending = query.data?.exports.some(isPreparing) ?? false;
  return (
    <SettingsSection id="dados" title="Seus dados">
      <p className="secondary pretty">
        Um arquivo com tudo o que a Guilda guarda sobre você: perfil, serviços, publicações,
        conversas, pedidos, carteira, avisos, ajustes e seus arquivos. Fica disponível por 7 dias, e
        guardamos as três últimas cópias.
      </p>
      <QueryContent query={query} loading="Carregando cópias dos seus dados">
        {({ exports }) => (
          <div className={styles.copies} aria-live="polite">
            {exports.length > 0 && (
              <ul>
                {exports.map((copy) => (
                  <DataExportItem key={copy.id} copy={copy} uid={uid} />
                ))}
              </ul>
            )}
            <Button loading={request.isPending || isExportPending} onClick={() => request.mutate()}>
              Preparar cópia dos dados
            </Button>
          </div>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
