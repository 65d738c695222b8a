export { unresolvedDisputeOf } from './dispute.ts';
export { disputeReasonTexts, disputeStatusText } from './dispute-text.ts';
export { DisputeTimeline } from './dispute-timeline.tsx';
export { EvidenceButton } from './evidence-button.tsx';
