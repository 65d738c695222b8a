import { useObjectUrl } from '../../../ui/use-object-url.ts';
import { Ficha, type ServiceCardData } from '../components/service-card.tsx';
import { type Pack, useQueue } from './pack/use-pack.ts';
import { isShown, type ServiceForm, typedPrice } from './service-form.ts';

interface FichaPreviewProps {
  form: ServiceForm;
  seller: ServiceCardData['seller'];
  pack: Pack;
  currentImage?: string | undefined;
}

/** The ficha as it will hang on the wall, while it is being written. */
export function FichaPreview({ form, seller, pack, currentImage }: FichaPreviewProps) {
  const chosen = useObjectUrl(isShown(form.image) ? form.image : null);
  const count = useQueue(
    pack.queue,
    (items) => items.filter(({ state }) => state.phase !== 'refused').length,
  );
  const { title, type, category } = form;
  return (
    <aside className="criar-p so-desk" aria-hidden="true" inert>
      <p className="t-sm mute">Assim aparece no mural</p>
      <Ficha
        title={
          <h3 className={title.trim() ? undefined : 'mute'}>{title.trim() || 'Nome do serviço'}</h3>
        }
        service={{
          title,
          type,
          category: category || null,
          price: typedPrice(form.price),
          photoURL: chosen ?? currentImage ?? null,
          // The unit counts them all, whatever kind they are.
          archives: [{ kind: 'PNG', count }],
          rating: null,
          reviewCount: 0,
          seller,
        }}
      />
    </aside>
  );
}
