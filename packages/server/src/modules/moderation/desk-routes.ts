import type { deskEndpoints } from '@guilda/contract/desk';
import type { Database } from '../../platform/database/pool.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { assignCase } from './assign-case.ts';
import { type DecideDeps, decideCase, decideCases } from './decide-case.ts';
import { type GetCaseDeps, getCase } from './get-case.ts';
import { listActions } from './list-actions.ts';
import { listQueue } from './list-queue.ts';

export interface DeskDeps extends DecideDeps, GetCaseDeps {
  readonly database: Database;
}

export function deskHandlers(deps: DeskDeps): Handlers<typeof deskEndpoints> {
  return {
    listQueue: ({ actor, query }) => listQueue(deps)(actor, query),
    getCase: ({ actor, params }) => getCase(deps)(actor, params.id),
    takeCase: ({ actor, params }) => assignCase(deps)(actor, params.id, actor.uid),
    releaseCase: ({ actor, params }) => assignCase(deps)(actor, params.id, null),
    decideCase: async ({ actor, params, body }) => {
      const decided = await decideCase(deps)(actor, params.id, body);
      return decided.ok ? getCase(deps)(actor, params.id) : decided;
    },
    decideCases: ({ actor, body: { ids, ...verdict } }) => decideCases(deps)(actor, ids, verdict),
    listActions: ({ actor, query }) => listActions(deps)(actor, query),
  };
}
