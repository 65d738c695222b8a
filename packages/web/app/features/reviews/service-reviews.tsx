import { type FirstPage, usePagedData } from '../../lib/paged-data.ts';
import { ListTail } from '../../ui/list-tail.tsx';
import { loadServiceReviews, type ServiceReviewsPage } from './load-reviews.ts';
import { ReviewItem } from './review-item.tsx';
import type { Reviewed } from './review-purchase.tsx';
import { ReviewSummaryView } from './review-summary.tsx';

interface ServiceReviewsProps {
  service: Reviewed & { id: string };
  first: FirstPage<ServiceReviewsPage>;
  /** Whether the reader sells it, and so may answer. */
  own: boolean;
}

/** The reviews of a service with their summary. */
export function ServiceReviews({ service, first, own }: ServiceReviewsProps) {
  const list = usePagedData({
    key: ['reviews', { service: service.id }],
    first,
    load: loadServiceReviews(service.id),
  });
  const { summary } = list.pages[0] ?? first.page;
  const reviews = list.pages.flatMap((page) => page.reviews);
  return (
    <section className="secao" aria-labelledby="avaliacoes">
      <div className="secao-h">
        <h2 className="d3" id="avaliacoes">
          Avaliações
        </h2>
        {summary.count > 0 && <span className="num">{summary.count}</span>}
      </div>
      {reviews.length === 0 ? (
        <p className="dim pre">Ninguém avaliou ainda. Quem compra conta aqui como foi.</p>
      ) : (
        <ReviewSummaryView summary={summary} />
      )}
      {reviews.map((review) => (
        <ReviewItem key={review.id} review={review} service={service} answerable={own} />
      ))}
      <ListTail list={list} label="Ver mais avaliações" />
    </section>
  );
}
