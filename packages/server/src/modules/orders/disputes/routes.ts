import type { disputeEndpoints } from '@guilda/contract/orders/dispute-endpoints';
import type { Handlers } from '../../../platform/http/endpoints.ts';
import { type AnswerDisputeDeps, answerDispute, takeBuyerDisputeStep } from './answer-dispute.ts';
import { type DecideDisputeDeps, decideDispute, getDispute } from './decide-dispute.ts';
import { type OpenDisputeDeps, openDispute } from './open-dispute.ts';

export interface DisputeDeps extends OpenDisputeDeps, AnswerDisputeDeps, DecideDisputeDeps {}

export function disputeHandlers(deps: DisputeDeps): Handlers<typeof disputeEndpoints> {
  const [acceptOffer, withdraw] = [
    takeBuyerDisputeStep(deps, 'acceptOffer'),
    takeBuyerDisputeStep(deps, 'withdraw'),
  ];
  return {
    openDispute: ({ actor, params, body }) => openDispute(deps)(actor, params.id, body),
    answerDispute: ({ actor, params, body }) => answerDispute(deps)(actor, params.id, body),
    acceptDisputeOffer: ({ actor, params }) => acceptOffer(actor, params.id),
    withdrawDispute: ({ actor, params }) => withdraw(actor, params.id),
    adminGetDispute: ({ actor, params }) => getDispute(deps)(actor, params.id),
    decideDispute: ({ actor, params, body, confirmation }) =>
      decideDispute(deps)(actor, params.id, { input: body, confirmation }),
  };
}
