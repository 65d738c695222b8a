export { insertCase } from './case-store.ts';
export {
  insertDecision,
  liftDecisions,
  type NewDecision,
  standingDecisions,
} from './decision-store.ts';
export { type DecisionRow, decisions } from './decisions-table.ts';
export { type DeskDeps, deskHandlers } from './desk-routes.ts';
export type { Deed, DeedRefusal, Enforce } from './enforce.ts';
export { heldCases } from './held-cases.ts';
export { forgetExcerptsOf, heldDecisions } from './held-decisions.ts';
export { mayKnowOf } from './queue-queries.ts';
export { type RecordAction, recordAction } from './record-action.ts';
export { type ModerationDeps, moderationHandlers } from './routes.ts';
export { readSubject } from './subject-view.ts';
export { type ModerationTaskDeps, type ModerationTasks, moderationTasks } from './tasks.ts';
export { readTeamPeople } from './team-people.ts';
export { type TellDecisionDeps, tellDecision, tellLifted } from './tell-decision.ts';
