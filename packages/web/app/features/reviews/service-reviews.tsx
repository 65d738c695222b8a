import { type FirstPage, usePagedData } from '../../lib/data/paged-data.ts';
import { ListTail } from '../../ui/feedback/list-tail.tsx';
import { loadServiceReviews, type ServiceReviewsPage } from './load-reviews.ts';
import { ReviewItem } from './review-item.tsx';
import { ReviewSummaryView } from './review-summary.tsx';
import type { ReviewedServiceInfo } from './reviewed-service.tsx';

interface ServiceReviewsProps {
  service: ReviewedServiceInfo & { id: string };
  first: FirstPage<ServiceReviewsPage>;
  /** Whether the reader is the seller, who may answer. */
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
    <section className="section" aria-labelledby="avaliacoes">
      <div className="sectionHead">
        <h2 className="display3" id="avaliacoes">
          Avaliações
        </h2>
        {summary.count > 0 && <span className="numeric">{summary.count}</span>}
      </div>
      {reviews.length === 0 ? (
        <p className="secondary pretty">Ninguém avaliou ainda. Quem compra conta aqui como foi.</p>
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
