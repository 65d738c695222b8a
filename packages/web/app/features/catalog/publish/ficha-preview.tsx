import type { OwnUser } from '@guilda/contract/users';
import { useObjectUrl } from '../../../ui/use-object-url.ts';
import { Ficha } from '../components/service-card.tsx';
import { type ServiceForm, typedPrice } from './service-form.ts';

interface FichaPreviewProps {
  form: ServiceForm;
  seller: OwnUser;
}

/** The ficha as it will hang on the wall, while it is being written. */
export function FichaPreview({ form, seller }: FichaPreviewProps) {
  const photoURL = useObjectUrl(form.image);
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
          photoURL,
          archives: [],
          rating: null,
          reviewCount: 0,
          seller,
        }}
      />
    </aside>
  );
}
