import { AsyncLocalStorage } from 'node:async_hooks';
import { type Meter, noMeter } from '../ports/meter.ts';
import { noTracer, type Span, type Tracer, unseen } from '../ports/tracer.ts';

/** Who looks into the program. */
export interface Watchers {
  readonly meter: Meter;
  readonly tracer: Tracer;
}

/** Nothing is counted and nothing traced. */
export const nobodyLooks: Watchers = { meter: noMeter, tracer: noTracer };

/** What names the request, job or event in the log: ids of ours that say nothing of people. */
export interface SceneFacts {
  readonly reqId?: string;
  readonly jobId?: string;
  readonly task?: string;
  readonly event?: string;
}

/** The request, job or event that the running code belongs to. */
export interface Scene {
  readonly facts: SceneFacts;
  readonly span: Span;
}

const scenes = new AsyncLocalStorage<Scene>();

/** Runs `work`, and all that it calls, as part of a scene. */
export function inScene<T>(scene: Scene, work: () => T): T {
  return scenes.run(scene, work);
}

/** The span that the running code belongs to; null outside of any, or where nobody will see it. */
export function currentSpan(): Span | null {
  const span = scenes.getStore()?.span;
  return span && span !== unseen ? span : null;
}

/** What a line of the log says of where it was written; undefined outside of any scene. */
export function lineFacts(): (SceneFacts & { readonly trace_id?: string }) | undefined {
  const scene = scenes.getStore();
  if (!scene) return undefined;
  const { traceId } = scene.span;
  return traceId === null ? scene.facts : { ...scene.facts, trace_id: traceId };
}

/** Seconds since `start`, which `performance.now()` gave. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000;
