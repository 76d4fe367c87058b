import { Context, DateTime, Effect, Layer } from "effect"
import { type Backlog, type Chains, GaugesRepo } from "./repo.ts"

/** Anchoring is hourly. */
const patience = { hours: 2 }

/** Pending work and missing anchors, over all organizations, at this moment. */
export class Gauges extends Context.Service<
  Gauges,
  {
    readonly backlogs: Effect.Effect<ReadonlyArray<Backlog>>
    readonly chains: Effect.Effect<Chains>
  }
>()("svc/gauges/Gauges") {
  static readonly layer = Layer.effect(
    Gauges,
    Effect.map(GaugesRepo, (repo) =>
      Gauges.of({
        backlogs: Effect.flatMap(DateTime.now, repo.backlogs),
        chains: Effect.flatMap(DateTime.now, (now) => repo.chains(DateTime.subtract(now, patience)))
      })
    )
  ).pipe(Layer.provide(GaugesRepo.layer))
}
