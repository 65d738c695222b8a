import type { Service } from '@guilda/contract/catalog';
import { categoryImage, findCategory } from '@guilda/contract/categories';
import { pictureSrcSet } from '@guilda/contract/pictures';
import { useState } from 'react';
import { Link } from 'react-router';
import { UserText } from '../../../ui/user-text.tsx';
import { AdultVeil } from '../../age/index.ts';
import { PausedTag } from './paused-tag.tsx';
import { ServiceTypeTag } from './service-type-tag.tsx';

function CategoryTag({ slug }: { slug: string }) {
  const category = findCategory(slug);
  if (!category) return null;
  return (
    <Link className="tag vz" to={`/category/${slug}`}>
      <img src={categoryImage(slug)} alt="" width={16} height={16} />
      {category.label}
    </Link>
  );
}

/** The service's picture; one for adults stays covered until it is pressed. */
function Picture({ service }: { service: Service }) {
  const [revealed, setRevealed] = useState(false);
  const veiled = !revealed && (findCategory(service.category)?.adult ?? false);
  return (
    <figure className={veiled ? 'serv-img velada' : 'serv-img'}>
      <img
        src={service.photoURL}
        srcSet={pictureSrcSet(service.photoURL)}
        sizes="(max-width: 64rem) 100vw, 910px"
        width={1280}
        height={720}
        alt={veiled ? '' : `Imagem do serviço ${service.title}`}
        fetchPriority="high"
      />
      {veiled && <AdultVeil onReveal={() => setRevealed(true)} />}
    </figure>
  );
}

/** The head of a service's page: picture, category, kind, title and description. */
export function ServiceIntro({ service }: { service: Service }) {
  return (
    <>
      <Picture key={service.id} service={service} />
      <div className="serv-h">
        <div className="row g2">
          <CategoryTag slug={service.category} />
          <ServiceTypeTag type={service.type} />
          {service.status === 'paused' && <PausedTag />}
        </div>
        <h1 className="d2 texto" dir="auto">
          {service.title}
        </h1>
      </div>
      <UserText text={service.description} className="t-lg dim serv-d" />
    </>
  );
}
