import type { StorageUse } from '@guilda/contract/users';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { fileSize } from '../../../ui/file-row.tsx';
import { Asked } from '../section-states.tsx';

/** From this share of the limit on it is said what frees some of it. */
const NEARLY_FULL = 0.9;

function Use({ used, limit }: StorageUse) {
  const text = `${fileSize(used)} de ${fileSize(limit)}`;
  const share = Math.min(1, used / limit);
  return (
    <div className="armazenamento">
      <p>{text}</p>
      <div className="prog" aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <p className="t-sm mute">
        {share < NEARLY_FULL
          ? 'Suas imagens e os arquivos dos seus serviços. O que alguém comprou continua contando.'
          : 'Quase cheio. Apague serviços, arquivos ou publicações com imagem que você não usa. O que alguém comprou continua contando.'}
      </p>
    </div>
  );
}

/** How much of their storage a person uses (`product §8`). */
export function StorageLine({ uid }: { uid: string }) {
  const query = useQuery({
    queryKey: ['storage', uid],
    queryFn: ({ signal }) => api().users.getStorage({}, { signal }),
    staleTime: 0,
  });
  return (
    <Asked query={query} loading="Carregando o armazenamento" rows={1}>
      {(use) => <Use {...use} />}
    </Asked>
  );
}
